# SPDX-License-Identifier: MIT
from rp2040py.rp2040 import RP2040
from rp2040py.simulator import Simulator

class FastRP2040(RP2040): ...

def run_batch(simulator: Simulator, seconds: float = 0.005) -> None: ...
