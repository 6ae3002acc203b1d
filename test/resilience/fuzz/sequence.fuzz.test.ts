import { describe, expect, it } from 'vitest'

import { runSequence } from './sequence.ts'

/** FUZZ_REQUESTS and FUZZ_SEED look further; `node test/resilience/fuzz/run-sequence.ts` looks far. */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 4000)
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_122)

describe('a sequence of requests of all operations and procedures', () => {
  it('causes no fault, and keeps the database intact', async () => {
    const report = await runSequence({ requests: REQUESTS, seed: SEED })
    expect(report.faults).toEqual([])
    expect(report.broken).toEqual([])
    expect(report.undeclared).toEqual([])
    expect(report.streams).toBeGreaterThan(REQUESTS / 1000)
    // only authenticated callers get beyond authentication
    expect(report.statuses[401] ?? 0).toBeLessThan(REQUESTS / 10)
    expect(report.accepted).toBeGreaterThan(REQUESTS / 25)
  })
})
