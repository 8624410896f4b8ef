# SPDX-License-Identifier: MIT
"""Plots as SVG: bars over a scale, and a line over one."""

from collections.abc import Sequence

from tools.command import needs

with needs("figures", "setup-dev"):
    import drawsvg as svg

_WIDTH, _HEIGHT = 640, 260
_LEFT, _RIGHT, _TOP, _BOTTOM = 60, 20, 40, 50
_INK, _FILL, _GRID = "#222222", "#1565c0", "#dddddd"
_TEXT, _HEADING = 12, 15
_TICKS = 5

Point = tuple[float, float]


def bars(title: str, across: str, up: str, points: Sequence[Point], width: float) -> str:
    """A histogram: each point is (where an interval of that width begins, how many)."""
    low, high = points[0][0], points[-1][0] + width
    picture, place = _axes(title, across, up, (low, high), max(count for _, count in points))
    for start, count in points:
        x, y = place(start, count)
        end, bottom = place(start + width, 0)
        picture.append(svg.Rectangle(x + 0.5, y, max(end - x - 1, 0.5), bottom - y, fill=_FILL))
    return str(picture.as_svg(header="")) + "\n"


def line(title: str, across: str, up: str, points: Sequence[Point]) -> str:
    """A line through points, over a scale that begins at 0."""
    picture, place = _axes(title, across, up, (points[0][0], points[-1][0]), max(y for _, y in points))
    flat = [number for x, y in points for number in place(x, y)]
    picture.append(svg.Lines(*flat, fill="none", stroke=_FILL, stroke_width=2))
    return str(picture.as_svg(header="")) + "\n"


def _axes(title, across, up, span, most):  # type: ignore[no-untyped-def]
    """A picture with axes, and the function that places a point in it."""
    picture = svg.Drawing(_WIDTH, _HEIGHT, font_family="Helvetica, Arial, sans-serif", role="img")
    picture.append_title(title)
    picture.append(svg.Rectangle(0, 0, _WIDTH, _HEIGHT, fill="#ffffff"))
    picture.append(svg.Text(title, _HEADING, _LEFT, 24, font_weight="bold", fill=_INK))
    low, high = span

    def place(x: float, y: float) -> Point:
        return (
            round(_LEFT + (x - low) / (high - low or 1) * (_WIDTH - _LEFT - _RIGHT), 1),
            round(_HEIGHT - _BOTTOM - y / (most or 1) * (_HEIGHT - _TOP - _BOTTOM), 1),
        )

    for tick in range(_TICKS + 1):
        y = most * tick / _TICKS
        left, height = place(low, y)
        picture.append(svg.Line(left, height, _WIDTH - _RIGHT, height, stroke=_GRID))
        picture.append(svg.Text(_number(y), _TEXT, left - 6, height + 4, text_anchor="end", fill=_INK))
        x = low + (high - low) * tick / _TICKS
        at, bottom = place(x, 0)
        picture.append(svg.Text(_number(x), _TEXT, at, bottom + 18, text_anchor="middle", fill=_INK))
    picture.append(svg.Text(across, _TEXT, _WIDTH - _RIGHT, _HEIGHT - 10, text_anchor="end", fill=_INK))
    picture.append(svg.Text(up, _TEXT, _WIDTH - _RIGHT, 24, text_anchor="end", fill=_INK))
    return picture, place


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 10 or value == int(value) else f"{value:.1f}"
