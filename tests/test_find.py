# SPDX-License-Identifier: MIT
"""Finding the board's port and its drive."""

import pytest
from serial.tools.list_ports_common import ListPortInfo

from tools.deployer.errors import DeployError
from tools.deployer.find import find_drive, find_port, port_again


def port(device, serial="E66138", interface=None, vid=0x239A):
    info = ListPortInfo(device, skip_link_detection=True)
    info.vid, info.serial_number, info.interface, info.product = vid, serial, interface, "Pico"
    return info


def find(wanted, *ports):
    return find_port(wanted, list_ports=lambda: ports)


def test_the_only_board_is_found_on_every_system():
    for device in ("/dev/ttyACM0", "/dev/cu.usbmodem2101", "COM3"):
        assert find(None, port(device)) == device


def test_ports_without_usb_are_not_boards():
    assert find(None, port("/dev/ttyS0", serial=None, vid=None), port("/dev/ttyACM1")) == "/dev/ttyACM1"


def test_the_console_is_the_first_port_of_a_board():
    assert find(None, port("/dev/ttyACM3"), port("/dev/ttyACM2")) == "/dev/ttyACM2"


def test_a_port_that_says_circuitpython_is_preferred_to_other_usb_devices():
    modem, board = port("/dev/ttyACM0", "123"), port("/dev/ttyACM1", "456", "CircuitPython CDC control")
    assert find(None, modem, board) == "/dev/ttyACM1"


def test_no_board():
    with pytest.raises(DeployError, match="No board found"):
        find(None, port("/dev/ttyS0", vid=None))


def test_two_boards_are_listed_for_the_user_to_choose():
    with pytest.raises(DeployError) as told:
        find(None, port("/dev/ttyACM0", "123"), port("/dev/ttyACM1", "456"))
    assert str(told.value) == (
        "More than one board is plugged in. Choose one:\n"
        '  make deploy ARGS="--port /dev/ttyACM0"   # Pico, serial number 123\n'
        '  make deploy ARGS="--port /dev/ttyACM1"   # Pico, serial number 456'
    )


def test_a_serial_number_chooses():
    ports = (port("/dev/ttyACM0", "123"), port("/dev/ttyACM1", "456"))
    assert find("id:456", *ports) == "/dev/ttyACM1"
    with pytest.raises(DeployError, match="serial number 789"):
        find("id:789", *ports)


def test_a_port_given_by_name_is_used_as_it_is():
    assert find("/dev/ttyUSB7") == "/dev/ttyUSB7"


def test_a_board_may_come_back_on_another_port():
    def ports():
        return [port("/dev/ttyACM0", "other"), port("/dev/ttyACM1", "ours")]

    assert port_again("/dev/ttyACM0", "ours", ports) == "/dev/ttyACM1"
    assert port_again("/dev/pts/4", None, ports) == "/dev/pts/4"
    assert port_again("/dev/ttyACM5", "not back yet", ports) == "/dev/ttyACM5"


def test_the_drive_is_the_one_whose_boot_out_names_the_board(tmp_path, monkeypatch):
    contents = {"a": "UID:AAAA\n", "b": "Eindeutige ID:DE6230207F1E3C21\n", "c": None}
    for name, text in contents.items():
        (tmp_path / name).mkdir()
        if text:
            (tmp_path / name / "boot_out.txt").write_text(text)
    mounts = [type("Partition", (), {"mountpoint": str(tmp_path / name)}) for name in contents]
    monkeypatch.setattr("psutil.disk_partitions", lambda all: mounts)
    assert find_drive("de6230207f1e3c21") == tmp_path / "b"
    assert find_drive("0000") is None
    assert find_drive("") is None
