import { beforeEach, describe, expect, it } from 'vitest'

import type { EnvironmentConfiguration } from './client-configuration.ts'
import { ClientFeaturesBodies } from './client-features-bodies.ts'
import type { ConfiguredFeature } from './client-features.read-model.ts'
import type { ClientQuery } from './client-query.ts'

const QUERY: ClientQuery = { environment: 'development', inlineSegmentConstraints: false }

/** Texts beyond a part of what is written in steps, with characters of several bytes. */
const feature = (nr: number) => ({
  name: `flag-${nr}`,
  type: 'release',
  enabled: true,
  project: 'default',
  stale: false,
  strategies: [],
  variants: [],
  description: '😀"ü'.repeat(2000),
  impressionData: false,
})
const features = Array.from({ length: 200 }, (_, nr) => feature(nr))
const configured = new Map(
  features.map((one): [string, ConfiguredFeature] => [one.name, { feature: one, tags: new Set() }]),
)

let revision: number
let reads: ((outcome?: Error) => void)[]
let bodies: ClientFeaturesBodies

beforeEach(() => {
  revision = 1
  reads = []
  const of = () =>
    new Promise<EnvironmentConfiguration>((resolve, reject) => {
      const read = { revision, features: configured, segments: [] }
      reads.push((error) => (error ? reject(error) : resolve(read)))
    })
  bodies = new ClientFeaturesBodies({ of, revisionOf: () => revision })
})

/** Lets all pending promises go on. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('the answer to SDKs', () => {
  it('is made once for all who ask at once, and is the text of JSON.stringify', async () => {
    const asked = Promise.all(Array.from({ length: 10 }, () => bodies.get(QUERY)))
    await settle()
    expect(reads).toHaveLength(1)
    reads[0]?.()
    const answers = await asked
    expect(new Set(answers.map(({ bytes }) => bytes)).size).toBe(1)
    const text = answers[0]?.bytes.toString() ?? ''
    const { meta, query, segments } = JSON.parse(text) as Record<string, unknown>
    expect(text === JSON.stringify({ version: 2, features, query, segments, meta })).toBe(true)
    expect(await bodies.get(QUERY)).toBe(answers[0])
  })

  it('is made again for those who ask after a change, one at a time', async () => {
    const before = bodies.get(QUERY)
    await settle()
    revision = 2
    const after = [bodies.get(QUERY), bodies.get(QUERY)]
    await settle()
    revision = 3
    after.push(bodies.get(QUERY))
    await settle()
    expect(reads).toHaveLength(1)
    reads[0]?.()
    expect((await before).etag).toContain(':1:')
    await settle()
    expect(reads).toHaveLength(2)
    reads[1]?.()
    for (const { etag } of await Promise.all(after)) expect(etag).toContain(':3:')
  })

  it('is made anew after a failure, which only those learn who waited for it', async () => {
    const failing = bodies.get(QUERY)
    await settle()
    reads[0]?.(new Error('The disk is gone.'))
    await expect(failing).rejects.toThrow('The disk is gone.')
    const next = bodies.get(QUERY)
    await settle()
    reads[1]?.()
    expect((await next).etag).toContain(':1:')
  })
})
