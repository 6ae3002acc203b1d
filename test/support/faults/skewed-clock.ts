// Lets a process live in another time: `node --import <this file>` with HALYARD_TEST_CLOCK_SKEW_MS. Timers run as before.
const skewMs = Number(process.env['HALYARD_TEST_CLOCK_SKEW_MS'] ?? 0)
const RealDate = Date

/** The time of a machine whose clock is wrong. */
const now = (): number => RealDate.now() + skewMs

// dates that are named stay as they are
globalThis.Date = new Proxy(RealDate, {
  construct: (target, given: unknown[], newTarget): Date =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget) as Date,
  apply: () => new Date().toString(),
  get: (target, name, receiver): unknown => (name === 'now' ? now : Reflect.get(target, name, receiver)),
})
