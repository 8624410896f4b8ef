# SPDX-License-Identifier: MIT
"""What a deployment changes, given what should be on the drive and what is there."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tools.deployer import record
from tools.deployer.found import Found, folders_of
from tools.deployer.planner import SIGN, make_plan, new_settings
from tools.deployer.record import NEXT_RECORD, RECORD, STAGE, digest

SAYS_BROKEN_OFF = b"# a program"


def found_on(drive):
    """What tools.deployer.install.look would find on a drive, given as path -> content."""
    entries = dict.fromkeys(folders_of(drive))
    entries |= {path: digest(content) for path, content in drive.items()}
    records = {path: drive[path] for path in (RECORD, NEXT_RECORD) if path in drive}
    settings = drive.get("settings.toml")
    return Found(entries, records, settings.decode() if settings is not None else None)


def plan_for(drive, wanted, **options):
    return make_plan(wanted, SAYS_BROKEN_OFF, found_on(drive), **options)


def carry_out(plan, drive):
    """What the drive holds after a plan."""
    drive = {path: content for path, content in drive.items() if path not in plan.leftovers + plan.removals}
    for old, new in plan.early_keeps + plan.keeps:
        for path in [path for path in drive if path == old or path.startswith(old + "/")]:
            assert new + path.removeprefix(old) not in drive
            drive[new + path.removeprefix(old)] = drive.pop(path)
    for upload in plan.uploads:
        drive[upload.path] = drive.pop(STAGE + upload.path) if upload.sent else upload.data
    if plan.next_record is not None:
        drive[RECORD] = plan.next_record
    drive.pop(NEXT_RECORD, None)
    return drive


_NAMES = st.sampled_from(["a", "b", "c"])
_FOLDERS = st.sampled_from(["", "lib/", "engine2048/", "engine2048/sub/", "hardware/"])
_PATHS = st.builds("{}{}.py".format, _FOLDERS, _NAMES)
_THEIR_PATHS = st.builds(
    "{}{}{}".format, _FOLDERS, _NAMES, st.sampled_from([".py", ".txt", ".py.new", ".mpy", ".py/x.py"])
)
_CONTENT = st.sampled_from([b"1", b"2", b"3"])
_PRODUCTS = st.dictionaries(_PATHS, _CONTENT)
_DRIVES = st.dictionaries(_THEIR_PATHS, _CONTENT).filter(lambda drive: not folders_of(drive) & drive.keys())


@settings(deadline=None)
@given(wanted=_PRODUCTS, drive=_DRIVES)
def test_afterwards_the_game_is_there_and_so_is_everything_of_the_users(wanted, drive):
    after = carry_out(plan_for(drive, wanted), drive)
    assert wanted.items() <= after.items()
    for path, content in drive.items():
        kept = [name for name, data in after.items() if "before2048-" in name and data == content]
        assert after.get(path) == content or kept
    assert plan_for(after, wanted).changes_nothing


@settings(deadline=None)
@given(versions=st.lists(_PRODUCTS, min_size=2, max_size=4), drive=_DRIVES)
def test_each_version_leaves_nothing_of_the_one_before(versions, drive):
    board = dict(drive)
    for wanted in versions:
        board = carry_out(plan_for(board, wanted), board)
    last = carry_out(plan_for(drive, versions[-1]), drive)
    missing = last.keys() - board.keys()
    assert versions[-1].items() <= board.items()
    # A file that equals the user's in one version may have been kept beside it in another.
    assert all(drive.get(path) == last[path] or "before2048" in path for path in missing)
    assert all(path in (*last, *drive, RECORD) or "before2048" in path for path in board)


@settings(deadline=None)
@given(drive=_DRIVES, old=_PRODUCTS, wanted=_PRODUCTS)
def test_a_file_is_kept_at_most_once(drive, old, wanted):
    board = carry_out(plan_for(drive, old), drive)
    board = carry_out(plan_for(board, wanted), board)
    again = carry_out(plan_for(board, wanted), board)
    assert again == board


def test_files_are_sent_in_the_order_given():
    wanted = {"engine2048/b.py": b"1", "engine2048/a.py": b"2", "boot.py": b"3", "code.py": b"4"}
    assert [upload.path for upload in plan_for({}, wanted).uploads] == list(wanted)


def test_outer_folders_are_made_first():
    plan = plan_for({}, {"lib/a/b/c.py": b"", "engine2048/d.py": b""})
    assert plan.folders == ["engine2048", "lib", "lib/a", "lib/a/b"]
    assert plan.stage_folders == ["2048-update", *(f"2048-update/{folder}" for folder in plan.folders)]


def test_existing_folders_are_not_made():
    drive = {"lib/a/x.py": b"", "Engine2048/notes.txt": b""}
    assert plan_for(drive, {"lib/a/x.py": b"1", "engine2048/d.py": b""}).folders == []


def test_space_is_counted_in_clusters():
    plan = plan_for({}, {"engine2048/a.py": bytes(513), "engine2048/b.py": bytes(512)})
    record_and_sign, folders, growth = 2, 3, 2
    assert plan.bytes_needed(512) == (2 + 1 + record_and_sign + folders + growth) * 512
    assert plan.bytes_to_send() == 1025 + len(plan.next_record) + len(SAYS_BROKEN_OFF)


def test_new_settings_are_those_that_the_user_has_never_seen():
    ours = '# Pins.\nSDA = "GP4"\nSCL = "GP5"\n# The fifth button.\n# BUTTON_MENU = "GP14"\nROTATION = 0\n'
    theirs = 'SDA = "GP0"\n#ROTATION = 180\n'
    assert new_settings(ours, theirs) == ['SCL = "GP5"', '# BUTTON_MENU = "GP14"']
    assert new_settings('#\n\nSDA = "GP4"\n', "# mine\n") == ['SDA = "GP4"']
    assert new_settings(ours, None) == new_settings(ours, "\n") == []


def test_the_empty_settings_of_a_new_board_are_replaced():
    wanted = {"settings.toml": b"SDA = 1\n"}
    for content in (b"", b"\r\n"):
        plan = plan_for({"settings.toml": content}, wanted)
        assert [upload.path for upload in plan.uploads] == ["settings.toml"]
    assert plan_for({"settings.toml": b"# mine\n"}, wanted).uploads == []


def test_programs_worth_keeping():
    for program, is_kept in {
        b"print('mine')": True,
        b"buffer = bytearray(2048)": True,
        b"# 2048": True,
        b'print("Hello World!")\n': False,
        b"": False,
        b"ours, new": False,
    }.items():
        keeps = plan_for({"code.py": program}, {"code.py": b"ours, new"}).keeps
        assert keeps == ([("code.py", "before2048-code.py")] if is_kept else [])


def test_what_was_there_before_the_game_is_never_removed_even_if_it_is_equal():
    library = {"lib/a.py": b"a library that everybody has"}
    board = carry_out(plan_for(library, {**library, "code.py": b"1"}), library)
    board = carry_out(plan_for(board, {"code.py": b"2"}), board)
    assert library.items() <= board.items()


def test_a_library_that_we_installed_is_removed_once_it_is_not_needed():
    board = carry_out(plan_for({}, {"lib/a/b.py": b"1", "code.py": b"1"}), {})
    plan = plan_for(board, {"code.py": b"2"})
    assert plan.removals == ["lib/a/b.py", "lib/a/", "lib/"]


def test_old_source_does_not_hide_new_bytecode():
    board = carry_out(plan_for({}, {"engine2048/a.py": b"1", "engine2048/b.py": b"1"}), {})
    board["engine2048/b.py"] = b"edited"
    plan = plan_for(board, {"engine2048/a.mpy": b"2", "engine2048/b.mpy": b"2"})
    assert plan.removals == ["engine2048/a.py"]
    assert plan.keeps == [("engine2048/b.py", "engine2048/before2048-b.py")]


def test_a_folder_that_would_be_imported_instead_is_moved_aside():
    plan = plan_for({"hardware/screen/notes.txt": b"mine"}, {"hardware/screen.py": b"1"})
    assert plan.keeps == [("hardware/screen", "hardware/before2048-screen")]


def test_a_folder_of_ours_that_a_module_replaces_is_removed():
    board = carry_out(plan_for({}, {"hardware/screen/a.py": b"1"}), {})
    plan = plan_for(board, {"hardware/screen.py": b"1"})
    assert (plan.removals, plan.keeps) == (["hardware/screen/a.py", "hardware/screen/"], [])


def test_a_name_that_differs_by_case_is_the_same_file():
    board = carry_out(plan_for({}, {"engine2048/Board.py": b"1"}), {})
    plan = plan_for(board, {"engine2048/board.py": b"2"})
    assert (plan.removals, plan.keeps) == ([], [])
    assert plan_for(board, {"engine2048/board.py": b"1"}).uploads == []


def test_the_files_of_1_0_0_are_ours_without_a_record_if_the_game_is_there():
    ours = sorted(record.released())
    found = Found({path: sha for path, sha in ours if path.startswith(("lib/", "engine2048/"))})
    plan = make_plan({"code.py": b"1"}, SAYS_BROKEN_OFF, found)
    assert "engine2048/game.py" in plan.removals
    assert "lib/adafruit_displayio_ssd1306.py" in plan.removals
    libraries = Found({path: sha for path, sha in ours if path.startswith("lib/")})
    assert make_plan({"code.py": b"1"}, SAYS_BROKEN_OFF, libraries).removals == []


def test_a_users_file_with_the_name_of_the_record_is_kept():
    found = Found({RECORD: digest(b"their list")})
    plan = make_plan({"code.py": b"1"}, SAYS_BROKEN_OFF, found)
    assert plan.keeps == [(RECORD, "before2048-2048-files.txt")]


def test_another_versions_sign_stays_ours_until_it_is_removed():
    board = {SIGN: b"# another sign", NEXT_RECORD: record.write({(SIGN, digest(b"# another sign"))})}
    plan = plan_for(board, {"code.py": b"1"})
    assert plan.has_sign
    assert (SIGN, digest(b"# another sign")) in record.read(plan.next_record)
