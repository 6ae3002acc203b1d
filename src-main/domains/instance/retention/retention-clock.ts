import type { Clock } from '#kernel/clock.ts'
import type { Queries } from '#store/queries.ts'
import { readSetting, writeSetting } from '#store/setting-rows.ts'

const SETTING = 'retention-clock'
const DAY_MS = 24 * 60 * 60 * 1000

/** Largest leap of the wall clock that is believed at once. */
const MAX_LEAP_MS = DAY_MS

/** Time the service must run with the new time before rows are deleted by it. */
const PROBATION_MS = 60 * 60 * 1000

interface Stored {
  /** Last time that was believed. */
  at: string
  /**
   * Time the service has run while the wall clock is ahead of the believed time, over all starts, in
   * milliseconds.
   */
  probationMs: number
}

/**
 * Clock for the age of rows. A wall clock that is a year ahead for a moment must not delete a year of data.
 * After a leap, this clock continues from its former time until the service has run for an hour with the new
 * time. A clock that goes back deletes less, and is believed.
 */
export class RetentionClock {
  readonly #clock: Clock
  #believed: { at: number; elapsed: number } | undefined
  #probationMs = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Reads the clock, and stores the time that is believed from now on. */
  async now(transaction: <T>(work: (queries: Queries) => Promise<T>) => Promise<T>): Promise<Date> {
    const wall = this.#clock.now().getTime()
    const elapsed = this.#clock.elapsed()
    const last = this.#believed ?? (await transaction((queries) => this.#load(queries, wall, elapsed)))
    const passed = elapsed - last.elapsed
    const isAhead = wall > last.at + passed + MAX_LEAP_MS
    this.#probationMs = isAhead ? this.#probationMs + passed : 0
    const isBelieved = !isAhead || this.#probationMs >= PROBATION_MS
    if (isBelieved) this.#probationMs = 0
    const at = isBelieved ? wall : last.at + passed
    this.#believed = { at, elapsed }
    const stored: Stored = { at: new Date(at).toISOString(), probationMs: this.#probationMs }
    await transaction((queries) => writeSetting(queries, SETTING, stored))
    return new Date(at)
  }

  /** A first start believes the wall clock: there is nothing to compare it with, and nothing that is old. */
  async #load(queries: Queries, wall: number, elapsed: number): Promise<{ at: number; elapsed: number }> {
    const stored = await readSetting<Stored>(queries, SETTING)
    this.#probationMs = stored?.probationMs ?? 0
    return { at: stored ? Date.parse(stored.at) : wall, elapsed }
  }
}
