# SPDX-License-Identifier: MIT
"""What a deployment changes on a board."""

from dataclasses import dataclass, field

from tools.deployer.record import digest


@dataclass(frozen=True)
class Upload:
    """One file to send: its path on the board, its content, and whether an earlier try has sent it."""

    path: str
    data: bytes
    sent: bool = False

    @property
    def digest(self) -> bytes:
        return digest(self.data)


@dataclass(frozen=True)
class Plan:
    """The changes, in the order in which they are made.

    leftovers: what an earlier try left and this one cannot use; removed first. early_keeps: the user's files,
    renamed out of the way of what is sent. stage_folders, next_record, uploads: made in and sent to STAGE;
    next_record is None if there is nothing to install. sign: the content of SIGN, put up before any program
    file changes. has_sign: an earlier try left it up. removals, keeps, folders: carried out before the files
    sent are renamed into place. A removal that ends with a slash is a folder.
    """

    leftovers: list[str] = field(default_factory=list)
    early_keeps: list[tuple[str, str]] = field(default_factory=list)
    stage_folders: list[str] = field(default_factory=list)
    next_record: bytes | None = None
    uploads: list[Upload] = field(default_factory=list)
    sign: bytes = b""
    has_sign: bool = False
    removals: list[str] = field(default_factory=list)
    keeps: list[tuple[str, str]] = field(default_factory=list)
    folders: list[str] = field(default_factory=list)

    @property
    def changes_nothing(self) -> bool:
        return self.next_record is None and not self.leftovers and not self.has_sign

    def bytes_to_send(self) -> int:
        return sum(self._sizes())

    def bytes_needed(self, cluster: int) -> int:
        """The free space needed, with files and folders rounded up to clusters of `cluster` bytes."""
        folders = len(self.stage_folders) + len(self.folders)
        # Two more clusters, because new names can make their folders grow.
        return (sum(-(-size // cluster) for size in self._sizes()) + folders + 2) * cluster

    def _sizes(self) -> list[int]:
        if self.next_record is None:
            return []
        sizes = [len(upload.data) for upload in self.uploads if not upload.sent]
        return [*sizes, len(self.next_record), 0 if self.has_sign else len(self.sign)]
