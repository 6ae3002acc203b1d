/** Tells the time; tests set it. */
export interface Clock {
  /** The wall clock: for instants that are stored, shown or compared with stored ones. It may jump. */
  now(): Date
  /** Milliseconds on a clock that only goes forward: for durations, windows and time-outs within this process. */
  elapsed(): number
}

export const systemClock: Clock = { now: () => new Date(), elapsed: () => performance.now() }
