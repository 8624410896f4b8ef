# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# SPDX-License-Identifier: MIT
"""Speeds up rp2040py's busiest paths; `make emulate` compiles it if there is a C compiler.

Nearly all of a game's instructions access RAM, flash, the divider or the timer, and every fourth is a branch
or a call, for which rp2040py calls Python. Here these are plain C, and rp2040py does the rest. Without this
module everything works the same, but several times slower.
"""

import time

from cpython.ref cimport Py_INCREF
from libc.string cimport memcpy

from rp2040py.native._cortex_m0_core cimport CortexM0Core
from rp2040py.native._rp2040 cimport RP2040
from rp2040py.native._simulation_clock cimport SimulationClock

# RP2040 data sheet, chapters 2.2 (address map), 2.3.1.7 (divider) and 4.6.5 (timer).
cdef enum:
    RAM = 0x20000000
    RAM_BYTES = 264 * 1024
    FLASH = 0x10000000
    FLASH_BYTES = 16 * 1024 * 1024
    FLASH_ALIASES = 0x04000000
    TIMERAWH = 0x40054024
    TIMERAWL = 0x40054028
    DIVIDER = 0xD0000060
    UDIVIDEND = DIVIDER
    UDIVISOR = DIVIDER + 4
    SDIVIDEND = DIVIDER + 8
    SDIVISOR = DIVIDER + 12
    QUOTIENT = DIVIDER + 16
    REMAINDER = DIVIDER + 20
    DIVIDER_STATUS = DIVIDER + 24

DEF NANOSECONDS_A_CYCLE = 8.0
DEF STEPS = 256


cdef class FastRP2040(RP2040):
    """The chip, with shortcuts to RAM, flash, the divider and the microsecond timer."""

    cdef unsigned char *ram
    cdef unsigned char *flash_start
    cdef double timer_epoch
    cdef bint knows_epoch
    cdef unsigned int dividend, divisor, quotient, rest, divider_status
    cdef bint is_asleep
    cdef readonly unsigned long long wakes  # how often an interrupt has woken the processor

    def __cinit__(self):
        # On freeing a chip, the compiled rp2040py drops a reference to the chip's type. It took one for
        # its own types, but not for this one: without the next line, it would be gone after about ten chips.
        Py_INCREF(type(self))

    def __init__(self, clock=None):
        self.ram = &self._sram[0]
        self.flash_start = &self._flash[0]
        self.divisor = 1
        RP2040.__init__(self, clock)

    def reset(self, *, preserve_flash=False, from_watchdog=False):
        RP2040.reset(self, preserve_flash=preserve_flash, from_watchdog=from_watchdog)
        self.knows_epoch = False
        self.dividend, self.divisor, self.quotient, self.rest, self.divider_status = 0, 1, 0, 0, 0

    cdef unsigned int read_timer(self, bint high):
        if not self.knows_epoch:
            self.timer_epoch = self.timer._epoch_nanos
            self.knows_epoch = True
        cdef unsigned long long microseconds = <unsigned long long> (
            (self.clock._nanos_counter - self.timer_epoch) / 1000
        )
        return <unsigned int> (microseconds >> 32 if high else microseconds)

    cdef void divide(self, bint is_signed) noexcept:
        cdef long long dividend = <int> self.dividend
        cdef long long divisor = <int> self.divisor
        if not is_signed:
            dividend = self.dividend
            divisor = self.divisor
        if divisor == 0:
            self.quotient = 1 if dividend < 0 else 0xFFFFFFFFU
            self.rest = self.dividend
        else:
            self.quotient = <unsigned int> (dividend / divisor)
            self.rest = <unsigned int> (dividend % divisor)
        self.divider_status = 3
        self.core.cycles += 8

    cdef unsigned int read_divider(self, unsigned int address) noexcept:
        if address == QUOTIENT:
            self.divider_status &= ~2U
            return self.quotient
        if address == REMAINDER:
            return self.rest
        if address == DIVIDER_STATUS:
            return self.divider_status
        return self.dividend if address in (UDIVIDEND, SDIVIDEND) else self.divisor

    cdef void write_divider(self, unsigned int address, unsigned int value) noexcept:
        if address == QUOTIENT:
            self.quotient = value
            self.divider_status = 3
        elif address == REMAINDER:
            self.rest = value
            self.divider_status = 3
        else:
            if address in (UDIVIDEND, SDIVIDEND):
                self.dividend = value
            else:
                self.divisor = value
            self.divide(address in (SDIVIDEND, SDIVISOR))

    cpdef unsigned int read_uint32(self, long long address) except? 0:
        cdef unsigned int place = <unsigned int> address
        cdef unsigned int value
        if place - RAM <= RAM_BYTES - 4:
            memcpy(&value, self.ram + (place - RAM), 4)
            return value
        if place - FLASH < FLASH_ALIASES:
            memcpy(&value, self.flash_start + (place & (FLASH_BYTES - 4)), 4)
            return value
        if place == TIMERAWL or place == TIMERAWH:
            return self.read_timer(place == TIMERAWH)
        if place - DIVIDER <= DIVIDER_STATUS - DIVIDER:
            return self.read_divider(place)
        return RP2040.read_uint32(self, address)

    cpdef unsigned int read_uint16(self, long long address):
        cdef unsigned int place = <unsigned int> address
        cdef unsigned short value
        if place - FLASH <= FLASH_BYTES - 2:
            memcpy(&value, self.flash_start + (place - FLASH), 2)
            return value
        if place - RAM <= RAM_BYTES - 2:
            memcpy(&value, self.ram + (place - RAM), 2)
            return value
        return RP2040.read_uint16(self, address)

    cpdef unsigned int read_uint8(self, long long address):
        cdef unsigned int place = <unsigned int> address
        if place - RAM < RAM_BYTES:
            return self.ram[place - RAM]
        if place - FLASH < FLASH_BYTES:
            return self.flash_start[place - FLASH]
        return RP2040.read_uint8(self, address)

    cpdef write_uint32(self, long long address, long long value):
        cdef unsigned int place = <unsigned int> address
        cdef unsigned int word = <unsigned int> value
        if place - RAM <= RAM_BYTES - 4:
            memcpy(self.ram + (place - RAM), &word, 4)
        elif place - DIVIDER <= REMAINDER - DIVIDER:
            self.write_divider(place, word)
        else:
            RP2040.write_uint32(self, address, value)

    cpdef write_uint16(self, long long address, long long value):
        cdef unsigned int place = <unsigned int> address
        cdef unsigned short half = <unsigned short> value
        if place - RAM <= RAM_BYTES - 2:
            memcpy(self.ram + (place - RAM), &half, 2)
        else:
            RP2040.write_uint16(self, address, value)

    cpdef write_uint8(self, long long address, long long value):
        cdef unsigned int place = <unsigned int> address
        if place - RAM < RAM_BYTES:
            self.ram[place - RAM] = <unsigned char> value
        else:
            RP2040.write_uint8(self, address, value)


cdef bint holds(CortexM0Core core, unsigned int condition) noexcept:
    """Tell whether the flags meet a condition below 14 (ARMv6-M manual, A6.3)."""
    cdef unsigned int kind = condition >> 1
    cdef bint result
    if kind == 0:
        result = core.z
    elif kind == 1:
        result = core.c
    elif kind == 2:
        result = core.n
    elif kind == 3:
        result = core.v
    elif kind == 4:
        result = core.c and not core.z
    elif kind == 5:
        result = core.n == core.v
    else:
        result = core.n == core.v and not core.z
    return not result if condition & 1 else result


cdef int branch(FastRP2040 rp2040, CortexM0Core core) noexcept:
    """Execute the next instruction if it is a conditional branch or a call; return its cycles, else 0."""
    cdef unsigned int place = core.registers[15] & ~1U
    cdef unsigned short code[2]
    if place - FLASH < FLASH_BYTES - 2:
        memcpy(code, rp2040.flash_start + (place - FLASH), 4)
    elif place - RAM < RAM_BYTES - 2:
        memcpy(code, rp2040.ram + (place - RAM), 4)
    else:
        return 0
    cdef unsigned int opcode = code[0]
    cdef unsigned int second = code[1]
    cdef unsigned int after = core.registers[15] + 2
    cdef int offset
    if opcode >> 12 == 0xD and opcode < 0xDE00:  # B<c>
        if not holds(core, opcode >> 8 & 15):
            core.registers[15] = after
            return 1
        core.registers[15] = after + 2 + 2 * <signed char> (opcode & 0xFF)
        return 2
    if opcode >> 11 == 0x1E and second & 0xD000 == 0xD000:  # BL
        # Bits 22 and 21 of the offset are stored inverted unless the sign bit is set.
        offset = (opcode & 0x3FF) << 12 | (second & 0x7FF) << 1
        offset |= (second >> 13 & 1) << 23 | (second >> 11 & 1) << 22
        if not opcode & 0x400:
            offset ^= 0xC00000
        else:
            offset -= 0x1000000
        core.registers[14] = (after + 2) | 1
        core.registers[15] = after + 2 + offset
        return 3
    if opcode & 0xFF80 == 0x4780:  # BLX
        place = core.registers[opcode >> 3 & 15] & ~1U
        core.registers[14] = after | 1
        core.registers[15] = place
        return 2
    return 0


def run_batch(simulator, double seconds=0.005):
    """Run for `seconds` of real time, or until something sets simulator.stopped, as execute_batch does.

    It checks the clock's alarms only when one is due, and advances only PIO blocks that run.
    """
    cdef FastRP2040 rp2040 = simulator.rp2040
    cdef CortexM0Core core = rp2040.core
    cdef SimulationClock clock = simulator.clock
    cdef double end = time.monotonic() + seconds
    cdef double nanoseconds
    cdef int step, cycles
    if rp2040.run_pin_low:
        return
    while not simulator.stopped and time.monotonic() < end:
        pios = [pio for pio in rp2040.pio if not pio.stopped]
        for step in range(STEPS):
            if core.waiting and core.pending_interrupts & core.enabled_interrupts:
                # The interrupt came just before the instruction that waits for it; rp2040py sleeps on.
                core.waiting = False
            if core.waiting:
                rp2040.is_asleep = True
                nanoseconds = 0
                if clock._next_alarm is not None:
                    nanoseconds = clock._next_alarm.nanos - clock._nanos_counter
            else:
                if rp2040.is_asleep:
                    rp2040.is_asleep = False
                    rp2040.wakes += 1
                cycles = 0 if core.interrupts_updated else branch(rp2040, core)
                if cycles:
                    core.cycles += cycles
                else:
                    cycles = core.execute_instruction()
                nanoseconds = cycles * NANOSECONDS_A_CYCLE
            if clock._next_alarm is not None and clock._next_alarm.nanos <= clock._nanos_counter + nanoseconds:
                clock.tick(nanoseconds)
                if simulator.stopped:
                    return
            else:
                clock._nanos_counter += nanoseconds
            for pio in pios:
                pio.advance(int(nanoseconds / NANOSECONDS_A_CYCLE) or 1)
