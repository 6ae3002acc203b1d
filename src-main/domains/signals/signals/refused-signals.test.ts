import { describe, expect, it } from 'vitest'

import { makeTempPlace } from '#support/runner/temp-place.ts'
import { wasm } from '#support/runner/wasm.ts'
import { openStore } from '#store/open-store.ts'
import { RefusedSignals, type Refusal } from './refused-signals.ts'

const refusal = (more: Partial<Refusal> = {}): Refusal => ({
  endpointName: 'alerts',
  status: 401,
  reason: 'no',
  tokenKind: 'none',
  ip: '10.0.0.1',
  userAgent: null,
  ...more,
})

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 12, minute))

describe('the list of refused signals', () => {
  it('counts equal refusals of an hour as one, newest first', () => {
    const log = new RefusedSignals()
    log.add(refusal(), at(0))
    log.add(refusal({ status: 429 }), at(1))
    log.add(refusal(), at(2))
    log.add(refusal(), at(60))
    expect(log.list().map(({ status, times, firstAt, lastAt }) => [status, times, firstAt, lastAt])).toEqual([
      [401, 1, at(60).toISOString(), at(60).toISOString()],
      [401, 2, at(0).toISOString(), at(2).toISOString()],
      [429, 1, at(1).toISOString(), at(1).toISOString()],
    ])
  })

  it('is bounded under any load', () => {
    const log = new RefusedSignals()
    for (let n = 0; n < 2000; n++)
      log.add(refusal({ endpointName: `e-${n}-${'x'.repeat(500)}`, reason: 'r'.repeat(5000) }), at(0))
    const list = log.list()
    expect(list).toHaveLength(500)
    expect(list[0]?.endpointName).toMatch(/^e-1999-/)
    expect(JSON.stringify(list).length).toBeLessThan(500 * 700)
  })

  it('survives a restart, and is written once', async () => {
    const temp = await makeTempPlace()
    const store = await openStore({ ...temp.at, wasm, now: () => new Date(0) })
    const log = new RefusedSignals()
    const flush = () => log.flush((work) => store.transaction(work))
    for (let n = 0; n < 502; n++) log.add(refusal({ endpointName: `e-${n}` }), at(0))
    await flush()
    log.add(refusal({ endpointName: 'e-501' }), at(1))
    log.add(refusal({ endpointName: 'new' }), at(2))
    await flush()
    await log.flush(() => Promise.reject(new Error('there is nothing to write')))
    const again = new RefusedSignals()
    await again.load(store.queries)
    expect(again.list()).toEqual(log.list())
    again.add(refusal({ endpointName: 'new' }), at(3))
    expect(again.list()[0]).toMatchObject({ endpointName: 'new', times: 2 })
    await store.close()
    await temp.remove()
  })
})
