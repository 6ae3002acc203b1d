/** Longest time of a step, longer where every suite runs on both engines: beside each other, and beside other work. */
export const patience = (ms: number) => (process.env['HALYARD_EVERY_ENGINE'] === '1' ? 4 * ms : ms)
