import { beforeEach, describe, expect, it } from 'vitest'

import type { ClientFeature } from '#shared/clients/schemas/client.ts'
import type { EnvironmentConfiguration } from './client-configuration.ts'
import { ClientDeltas } from './client-deltas.ts'
import type { ClientQuery } from './client-query.ts'

const QUERY: ClientQuery = { environment: 'development', inlineSegmentConstraints: false }
const SDKS = 200

const flag = (name: string): ClientFeature => ({
  name,
  type: 'release',
  enabled: true,
  project: 'default',
  stale: false,
  strategies: [],
  variants: [],
  description: 'A flag with a description. '.repeat(100),
  impressionData: false,
})
const flags = Array.from({ length: 300 }, (_none, index) => flag(`flag-${index}`))

const configurationOf = (revision: number): EnvironmentConfiguration => ({
  revision,
  // each revision has one more, and the others are the same objects
  features: new Map(
    [...flags, ...Array.from({ length: revision }, (_none, index) => flag(`new-${index}`))].map((feature) => [
      feature.name,
      { feature, tags: new Set<string>() },
    ]),
  ),
  segments: [],
})

let revision: number
let deltas: ClientDeltas

beforeEach(() => {
  revision = 1
  deltas = new ClientDeltas({
    of: () => Promise.resolve(configurationOf(revision)),
    revisionOf: () => revision,
    keeps: () => true,
  })
})

const askedBy = (count: number, known?: number) =>
  Promise.all(Array.from({ length: count }, () => deltas.bytesSince(QUERY, known)))

describe('issue 31: the text that streams and polls of deltas get', () => {
  it('is one for 200 SDKs that connect at once', async () => {
    const all = await askedBy(SDKS)
    expect(new Set(all.map(({ bytes }) => bytes)).size).toBe(1)
  })

  it('is that of connections which have not sent theirs yet, for those that come later', async () => {
    const [first] = await askedBy(1)
    const [later] = await askedBy(1)
    expect(later?.bytes === first?.bytes).toBe(true)
    revision = 2
    const [changed] = await askedBy(1)
    expect(changed).toMatchObject({ revision: 2, isEmpty: false })
    expect(changed?.bytes === first?.bytes).toBe(false)
    expect(JSON.parse(changed?.bytes.toString() ?? '')).toMatchObject({
      events: [{ type: 'hydration', eventId: 2 }],
    })
  })

  it('is one for all that get the same change, and only for those', async () => {
    await askedBy(1)
    revision = 2
    await askedBy(1)
    revision = 3
    const [fromOne, fromTwo] = await Promise.all([askedBy(SDKS, 1), askedBy(SDKS, 2)])
    for (const [all, names] of [
      [fromOne, ['new-1', 'new-2']],
      [fromTwo, ['new-2']],
    ] as const) {
      expect(new Set(all.map(({ bytes }) => bytes)).size).toBe(1)
      const { events } = JSON.parse(all[0]?.bytes.toString() ?? '') as {
        events: { feature: { name: string } }[]
      }
      expect(events.map(({ feature }) => feature.name)).toEqual(names)
    }
    const [same] = await askedBy(1, 3)
    expect(same).toMatchObject({ isEmpty: true, revision: 3 })
  })
})
