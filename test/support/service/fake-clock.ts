import type { Clock } from '#kernel/clock.ts'

/** A clock that stands still until it is moved. */
export class FakeClock implements Clock {
  #now: number
  #elapsed = 0

  constructor(start = '2026-11-21T12:00:00.000Z') {
    this.#now = Date.parse(start)
  }

  now(): Date {
    return new Date(this.#now)
  }

  elapsed(): number {
    return this.#elapsed
  }

  /** Lets time pass. */
  advance(milliseconds: number): void {
    this.#now += milliseconds
    this.#elapsed += milliseconds
  }

  /** Sets the wall clock, as an administrator or NTP does: no time passes by it. */
  jump(milliseconds: number): void {
    this.#now += milliseconds
  }
}
