import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { runExpectations } from '#shared/insight/contract/expectations.ts'
import { applyScenario } from '#shared/transfer/contract/scenario.ts'
import { createSnapshot, restoreSnapshot } from '#shared/transfer/contract/snapshots.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { FLAG_MISTAKES } from './flag-mistakes.ts'
import { HEALTHY } from './healthy-shop.ts'
import type { Asked } from './requests.ts'
import { ACCESS_MISTAKES, POLICY_MISTAKES } from './rule-mistakes.ts'

const params = { name: 'healthy' }
let app: TestBackend
let ids: ReadonlyMap<string, string | number>
beforeAll(async () => {
  app = await startBackend({ startsAt: '2026-07-06T10:00:00.000Z' })
  const { status, text } = await app.call(applyScenario, { body: { text: HEALTHY, file: 'shop.json' } })
  expect(status, text).toBe(200)
  expect(await failing()).toEqual([])
  const taken = await app.call(createSnapshot, { body: params })
  expect(taken.status, taken.text).toBeLessThan(300)
  ids = await readIds()
})
afterAll(() => app.stop())
beforeEach(async () => {
  const { status, text } = await app.call(restoreSnapshot, { params })
  expect(status, text).toBe(200)
})

/** Names of the expectations that fail, as `halyard test --url` lists them. */
async function failing(): Promise<string[]> {
  const { results } = (await app.call(runExpectations, { body: {} })).body
  return results.flatMap(({ name, passed }) => (passed ? [] : [name])).sort()
}

async function readIds(): Promise<Map<string, string | number>> {
  const { queries } = app.backend.store
  const found = new Map<string, string | number>()
  for (const [kind, table] of [
    ['role', 'roles'],
    ['group', 'groups'],
    ['segment', 'segments'],
  ] as const)
    for (const { id, name } of await queries.selectFrom(table).select(['id', 'name']).execute())
      found.set(`${kind}:${name}`, id)
  for (const { id, username } of await queries.selectFrom('users').select(['id', 'username']).execute())
    found.set(`user:${username}`, id)
  const strategies = await queries
    .selectFrom('feature_strategies')
    .select(['id', 'feature_name as flag', 'environment'])
    .where('environment', '=', 'production')
    .orderBy('feature_name')
    .orderBy('sort_order')
    .execute()
  const counts = new Map<string, number>()
  for (const { id, flag } of strategies) {
    const place = counts.get(flag) ?? 0
    counts.set(flag, place + 1)
    found.set(`strategy:${flag}/${place}`, id)
  }
  return found
}

/** Sends a request, with ids in place of names. */
async function send([method, path, body]: Asked) {
  const idOf = (name: string) => {
    const id = ids.get(name)
    if (id === undefined) throw new Error(`there is no ${name}`)
    return id
  }
  const inPath = path.replaceAll(/\{(\w+:[^}]+)\}/g, (_all, name: string) => String(idOf(name)))
  const text = JSON.stringify(body ?? null).replaceAll(/"\{(\w+:[^}]+)\}"/g, (_all, name: string) =>
    JSON.stringify(idOf(name)),
  )
  return app.call(method, inPath, body === undefined ? {} : { body: JSON.parse(text) as unknown })
}

interface Refusal {
  violations?: { policy?: string; expectation?: string }[]
}
const stoppedBy = (body: unknown) =>
  ((body as Refusal).violations ?? []).map(({ policy, expectation }) => policy ?? expectation ?? '').sort()

const titled = <Row extends readonly [string, ...unknown[]]>(rows: readonly Row[]) =>
  rows.map((row) => [row[0], row] as const)

describe('a mistake that a write would make is refused for its own reason, and a harmless neighbour is not', () => {
  it.each(titled([...FLAG_MISTAKES, ...POLICY_MISTAKES]))(
    '%s',
    async (_title, [, mistake, reasons, harmless]) => {
      const refused = await send(mistake)
      expect([refused.status, stoppedBy(refused.body)], refused.text).toEqual([403, [...reasons].sort()])
      expect(await failing()).toEqual([])
      const passed = await send(harmless)
      expect(passed.status, passed.text).toBeLessThan(300)
      expect(await failing()).toEqual([])
    },
  )
})

describe('a mistake of access fails the run of expectations for its own reason, and a harmless neighbour does not', () => {
  it.each(titled(ACCESS_MISTAKES))('%s', async (_title, [, mistake, reasons, harmless]) => {
    const passed = await send(harmless)
    expect(passed.status, passed.text).toBeLessThan(300)
    expect(await failing()).toEqual([])
    const made = await send(mistake)
    expect(made.status, made.text).toBeLessThan(300)
    expect(await failing()).toEqual([...reasons].sort())
  })
})

it('fifty mistakes and more have their own reasons: no check stops many of them', () => {
  const all = [...FLAG_MISTAKES, ...POLICY_MISTAKES, ...ACCESS_MISTAKES]
  expect(all.length).toBeGreaterThanOrEqual(50)
  expect(new Set(all.map(([title]) => title)).size).toBe(all.length)
  const counts = new Map<string, number>()
  for (const [, , reasons] of all) for (const name of reasons) counts.set(name, (counts.get(name) ?? 0) + 1)
  expect(counts.size).toBeGreaterThan(35)
  expect(Math.max(...counts.values())).toBeLessThanOrEqual(5)
})
