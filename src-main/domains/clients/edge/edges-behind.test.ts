import { expect, it } from 'vitest'

import type { EdgeInstanceData } from '#shared/clients/schemas/edge-instance.ts'
import { seededRandom } from '#support/runner/random.ts'
import { EdgesBehind, type ToldOf } from './edges-behind.ts'

const AT = new Date('2026-11-21T12:00:00Z')
const later = (ms: number) => new Date(AT.getTime() + ms)
const LATENCY = { avg: 1, count: 1, p99: 1 }
const PATH = '/api/frontend'

const instance = (identifier: string, more: Partial<EdgeInstanceData> = {}): EdgeInstanceData => ({
  identifier,
  appName: 'edge',
  edgeVersion: '20.1.0',
  started: AT.toISOString(),
  traffic: { get: { [PATH]: LATENCY }, post: {}, accessDenied: {}, cachedResponses: {} },
  latencyUpstream: { features: LATENCY, metrics: LATENCY, edge: LATENCY },
  connectedStreamingClients: 0,
  connectedEdges: [],
  ...more,
})
const told = (identifier: string, reporter: string | null = null, more: Partial<EdgeInstanceData> = {}) => ({
  instance: instance(identifier, more),
  reporter,
})
const counted = (requests200: number): Partial<EdgeInstanceData> => ({
  requestsSinceLastReport: { [PATH]: { requests200, requests304: 1 } },
  requestConsumptionSinceLastReport: [{ meteredGroup: 'shop', requests: requests200 }],
})
/** The declaration of a schema that holds itself does not say so. */
const behindOf = ({ connectedEdges }: EdgeInstanceData) => connectedEdges as EdgeInstanceData[]
const all = (list: readonly EdgeInstanceData[], depth = 1): { one: EdgeInstanceData; depth: number }[] =>
  list.flatMap((one) => [{ one, depth }, ...all(behindOf(one), depth + 1)])
const shapeOf = (list: readonly EdgeInstanceData[]): object =>
  Object.fromEntries(list.map((one) => [one.identifier, shapeOf(behindOf(one))]))
const ENOUGH = { self: 'self', maxLength: 90_000 }

it('those behind are told of as a tree, until they are silent', () => {
  const behind = new EdgesBehind()
  behind.note([told('a'), told('b', 'a'), told('c', 'b')], AT)
  behind.note([told('d')], later(60_000))
  expect(shapeOf(behind.take(later(180_000), ENOUGH))).toEqual({ a: { b: { c: {} } }, d: {} })
  expect(shapeOf(behind.take(later(180_001), ENOUGH))).toEqual({ d: {} })
})

it('what they have counted since their last report is handed out once, and added up until then', () => {
  const behind = new EdgesBehind()
  behind.note([told('a', null, counted(2))], AT)
  behind.note([told('a', null, counted(3))], AT)
  const [first] = behind.take(AT, ENOUGH)
  expect(first).toMatchObject({
    requestsSinceLastReport: { [PATH]: { requests200: 5, requests304: 2 } },
    requestConsumptionSinceLastReport: [{ requests: 2 }, { requests: 3 }],
  })
  const [second] = behind.take(AT, ENOUGH)
  expect(second).toEqual(instance('a'))
})

it('neither an instance that stands twice in a report nor this one makes a circle', () => {
  const behind = new EdgesBehind()
  behind.note([told('a'), told('b', 'a'), told('a', 'b'), told('self', 'b'), told('c', 'self')], AT)
  expect(shapeOf(behind.take(AT, ENOUGH))).toEqual({ a: { b: {} }, c: {} })
})

it('many, large and deep ones stay within the bounds, and none is told of twice', () => {
  const random = seededRandom(7)
  for (let run = 0; run < 15; run++) {
    const behind = new EdgesBehind()
    const maxLength = 1000 + Math.floor(random() * 60_000)
    let sum = 0
    for (let round = 0; round < 4; round++) {
      const names = Array.from(
        { length: 1 + Math.floor(random() * 150) },
        () => `${Math.floor(random() * 300)}`,
      )
      const report = names.map((name, at): ToldOf => {
        const size = random() < 0.1 ? 2000 : Math.floor(random() * 5)
        const get = Object.fromEntries(Array.from({ length: size }, (_, path) => [`/${path}`, LATENCY]))
        const traffic = { get, post: {}, accessDenied: {}, cachedResponses: {} }
        const reporter = at === 0 ? null : (names[Math.floor(random() * at)] ?? null)
        return told(name, random() < 0.5 ? reporter : (names[at - 1] ?? null), { traffic })
      })
      behind.note(report, AT)
      const list = behind.take(AT, { self: '3', maxLength })
      const found = all(list)
      const ids = found.map(({ one }) => one.identifier)
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids).not.toContain('3')
      expect(ids.length).toBeLessThanOrEqual(200)
      expect(Math.max(0, ...found.map(({ depth }) => depth))).toBeLessThanOrEqual(10)
      expect(JSON.stringify(list).length).toBeLessThanOrEqual(maxLength + 2)
      sum += ids.length
    }
    expect(sum).toBeGreaterThan(0)
  }
})
