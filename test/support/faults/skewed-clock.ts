// Lets a process live in another time: `node --import <this file>` with HALYARD_TEST_CLOCK_SKEW_MS. Timers run as before.
const skewMs = Number(process.env['HALYARD_TEST_CLOCK_SKEW_MS'] ?? 0)
const RealDate = Date

/** The time of a machine whose clock is wrong; dates that are named stay as they are. */
class SkewedDate extends RealDate {
  constructor(...given: [] | [number | string | Date]) {
    if (given.length === 0) super(SkewedDate.now())
    else super(...(given as unknown as [number]))
  }

  static override now(): number {
    return RealDate.now() + skewMs
  }
}

// also for several numbers, which the type of the class leaves out: year, month, day
globalThis.Date = new Proxy(SkewedDate, {
  construct: (target, given: [], newTarget) =>
    Reflect.construct(given.length > 1 ? RealDate : target, given, newTarget) as Date,
  apply: () => new SkewedDate().toString(),
}) as unknown as DateConstructor
