import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createPat } from '../../../../src-shared/access/contract/personal-tokens.ts'
import type { Promotion } from '../../../../src-shared/desktop/promotion.ts'
import { getFeature } from '../../../../src-shared/flags/contract/features.ts'
import { applyScenario } from '../../../../src-shared/transfer/contract/scenario.ts'
import { serveAsOriginal } from '../../../../test/support/original-service.ts'
import { requireSuccess } from '../../../../test/support/private-project.ts'
import type { RecordingServer } from '../../../../test/support/recording-server.ts'
import { startBackend, type TestBackend } from '../../../../test/support/start-backend.ts'
import { Outbound } from '../../../kernel/outbound.ts'
import { connectLocally } from '../../local-connection.ts'
import { connectToOriginal } from '../../original/original-connection.ts'
import { compareProfiles, planPromotion, promote } from '../promote.ts'
import type { Side } from '../side.ts'

const signal = new AbortController().signal
const FLAGS = `
scenario: 1
tagTypes: [{ name: team, description: Owner }]
projects: [{ id: shop, name: Shop, environments: [development, production] }]
segments:
  - { name: nordic, constraints: [{ contextName: country, operator: IN, values: [NO, SE] }] }
flags:
  - name: checkout
    project: shop
    description: The new checkout
    tags: [{ type: team, value: payments }]
    links: [{ url: 'https://example.com/checkout' }]
    dependencies: [{ feature: parent }]
    environments:
      development:
        enabled: true
        strategies: [{ name: default }, { name: flexibleRollout, title: Half, parameters: { rollout: 50 } }]
        variants: [{ name: blue, weight: 1000 }]
      production:
        enabled: true
        strategies: [{ name: flexibleRollout, parameters: { rollout: 50 }, segments: [nordic] }]
  - { name: parent, project: shop }
  - { name: retired, project: shop, archived: true }
`

let here: TestBackend
/** An instance that is addressed by its published contract alone. */
let there: TestBackend
let service: RecordingServer
let halyard: Side
let original: Side
beforeAll(async () => {
  here = await startBackend()
  there = await startBackend({ users: [{ username: 'boss', roles: ['Admin'] }] })
  service = await serveAsOriginal(there)
  const body = { description: 'desktop', expiresAt: '2099-01-01T00:00:00.000Z' }
  const { secret } = (await requireSuccess(there.call(createPat, { as: 'boss', body }))).body
  const connection = connectToOriginal({
    url: service.url,
    token: () => secret,
    allowsChanges: () => true,
    outbound: new Outbound({ allowPrivate: true, allowList: [] }),
  })
  halyard = { name: 'Staging', connection: connectLocally(here.backend, '') }
  original = { name: 'Live', connection, original: { allowsChanges: true } }
})
afterAll(async () => {
  await service.stop()
  await here.stop()
  await there.stop()
})

const apply = (app: TestBackend, text: string) =>
  requireSuccess(app.call(applyScenario, { body: { text, file: 'test' } }))
const flagAt = async (app: TestBackend, featureName: string) =>
  (await app.call(getFeature, { params: { projectId: 'shop', featureName } })).body
const promotionOf = (flags: string[], more: Partial<Promotion> = {}): Promotion => ({
  from: 'home',
  to: 'p-00000001',
  flags,
  environments: ['development', 'production'],
  createMissing: true,
  ...more,
})

describe('a promotion from a compatible service', () => {
  it('brings its flags with all that they need, and leaves no difference', async () => {
    await apply(there, FLAGS)
    const sides = { from: original, to: halyard }
    const before = await compareProfiles(sides, signal)
    expect(before.flags.map(({ name, place }) => [name, place])).toEqual([
      ['checkout', 'from'],
      ['parent', 'from'],
    ])
    const promotion = promotionOf(['checkout', 'parent'])
    const { plan, fingerprint, missing } = await planPromotion(sides, promotion, signal)
    expect(missing).toEqual(['the project shop', 'the tag type team', 'the segment nordic'])
    expect(plan).toMatchObject({ created: 5, updated: 0, deleted: 0 })
    expect(await promote(sides, { ...promotion, fingerprint }, signal)).toEqual({ plan, requests: [] })
    expect(await compareProfiles(sides, signal)).toEqual({
      flags: [],
      equal: 2,
      environments: ['development', 'production'],
      notes: [],
    })
    expect(await flagAt(here, 'checkout')).toMatchObject({
      description: 'The new checkout',
      dependencies: [{ feature: 'parent' }],
      tags: [{ type: 'team', value: 'payments' }],
      links: [{ url: 'https://example.com/checkout' }],
    })
  })

  it('reads it, and writes nothing there', () => {
    expect(service.seen.filter(({ method }) => method !== 'GET')).toEqual([])
  })
})
