"""What a deployment changes, from what should be there and what is."""

import hashlib

from hypothesis import given
from hypothesis import strategies as st

from tools.deployer.plan import NEW, Found, make_plan


def digest(data):
    return hashlib.sha256(data).digest()


def found_on(drive, wanted):
    """What tools.deployer.install.look would find on a drive given as path -> content."""
    asked = [*wanted, *(path + NEW for path in wanted)]
    below = [path for path in drive if path.startswith(("engine2048/", "hardware/"))]
    folders = {f"{path.rsplit('/', 1)[0]}/" for path in below} - {"engine2048/", "hardware/"}
    return Found(
        digests={path: digest(drive[path]) for path in asked if path in drive},
        tree=[*below, *folders],
        settings=drive["settings.toml"].decode() if "settings.toml" in drive else None,
        programs={path: drive[path] for path in ("boot.py", "code.py") if path in drive},
    )


def carry_out(plan, drive):
    """What the drive holds after a plan."""
    drive = dict(drive)
    for upload in plan.uploads:
        drive[upload.path + NEW] = drive[upload.path + NEW] if upload.sent else upload.data
    renames = plan.backups + [(upload.path + NEW, upload.path) for upload in plan.uploads]
    for old, new in renames:
        drive[new] = drive.pop(old)
    for path in plan.removals:
        if not path.endswith("/"):
            del drive[path]
    return drive


_NAMES = st.sampled_from(["a", "b", "c"])
_FOLDERS = st.sampled_from(["", "lib/", "engine2048/", "engine2048/sub/", "hardware/"])
_OURS = st.builds(lambda folder, name: f"{folder}{name}.py", _FOLDERS, _NAMES)
_THEIRS = st.builds(
    lambda folder, name, end: f"{folder}{name}{end}",
    _FOLDERS,
    _NAMES,
    st.sampled_from([".py", ".txt", ".py.new"]),
)
_CONTENT = st.sampled_from([b"1", b"2", b"3"])


@given(wanted=st.dictionaries(_OURS, _CONTENT), drive=st.dictionaries(_THEIRS, _CONTENT))
def test_afterwards_the_game_is_there_and_the_users_files_still_are(wanted, drive):
    plan = make_plan(wanted, found_on(drive, wanted))
    after = carry_out(plan, drive)
    assert wanted.items() <= after.items()
    old_parts = (".py", ".new")
    for path, content in drive.items():
        game = path.startswith(("engine2048/", "hardware/")) and path.endswith(old_parts)
        left_over = path.endswith(NEW) and path.removesuffix(NEW) in wanted
        if path not in wanted:
            assert (path in after) == (not game and not left_over)
        if path in after and path not in wanted:
            assert after[path] == content
    assert make_plan(wanted, found_on(after, wanted)).changes_nothing


@given(wanted=st.dictionaries(_OURS, _CONTENT), drive=st.dictionaries(_THEIRS, _CONTENT), data=st.data())
def test_a_try_that_broke_off_anywhere_is_completed(wanted, drive, data):
    plan = make_plan(wanted, found_on(drive, wanted))
    broken_off = dict(drive)
    for upload in plan.uploads[: data.draw(st.integers(0, len(plan.uploads)))]:
        broken_off[upload.path + NEW] = upload.data
    again = make_plan(wanted, found_on(broken_off, wanted))
    assert carry_out(again, broken_off) == carry_out(plan, drive)


def test_files_are_sent_in_the_order_given():
    wanted = {"engine2048/b.py": b"1", "engine2048/a.py": b"2", "boot.py": b"3", "code.py": b"4"}
    assert [upload.path for upload in make_plan(wanted, Found()).uploads] == list(wanted)


def test_outer_folders_are_made_first():
    plan = make_plan({"lib/a/b/c.py": b"", "engine2048/d.py": b""}, Found({}, [], None, {}))
    assert plan.folders == ["engine2048", "lib", "lib/a", "lib/a/b"]


def test_folders_that_are_there_are_not_made():
    found = Found(digests={"lib/a/x.py": digest(b"")}, tree=["engine2048/notes.txt", "engine2048/empty/"])
    wanted = {"lib/a/x.py": b"1", "engine2048/d.py": b"", "engine2048/empty/e.py": b""}
    assert make_plan(wanted, found).folders == []


def test_space_is_counted_in_clusters():
    plan = make_plan({"engine2048/a.py": bytes(513), "engine2048/b.py": bytes(512)}, Found())
    one_folder, growth = 1, 3
    assert plan.bytes_needed(512) == (2 + 1 + one_folder + growth) * 512
    assert plan.bytes_to_send() == 1025


def test_new_settings_are_those_the_user_never_saw():
    ours = b'# Pins.\nSDA = "GP4"\nSCL = "GP5"\n# The fifth button.\n# BUTTON_MENU = "GP14"\nROTATION = 0\n'
    theirs = 'SDA = "GP0"\n#ROTATION = 180\n'
    plan = make_plan({"settings.toml": ours}, Found(settings=theirs))
    assert plan.new_settings == ['SCL = "GP5"', '# BUTTON_MENU = "GP14"']
    assert plan.changes_nothing


def test_programs_worth_keeping():
    wanted = {"boot.py": b"# 2048, new", "code.py": b"# 2048, new"}
    for program, is_kept in {
        b"print('mine')": True,
        b"# 2048, old": False,
        b'print("Hello World!")\n': False,
        b"": False,
        b"# 2048, new": False,
    }.items():
        found = Found(digests={"code.py": digest(program)}, programs={"code.py": program})
        kept = make_plan(wanted, found).backups
        assert [old for old, _ in kept] == (["code.py"] if is_kept else [])
