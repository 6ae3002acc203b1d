import type { Clock } from '../../src-main/kernel/clock.ts'

/** A clock that stands still until it is moved. */
export class FakeClock implements Clock {
  #now: number

  constructor(start = '2026-11-21T12:00:00.000Z') {
    this.#now = Date.parse(start)
  }

  now(): Date {
    return new Date(this.#now)
  }

  advance(milliseconds: number): void {
    this.#now += milliseconds
  }
}
