import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { createPat } from '../../../src-shared/access/contract/personal-tokens.ts'
import type { Promotion } from '../../../src-shared/desktop/promotion.ts'
import { getFeature } from '../../../src-shared/flags/contract/features.ts'
import { applyScenario } from '../../../src-shared/transfer/contract/scenario.ts'
import { requireSuccess } from '../../../test/support/private-project.ts'
import { OWNER_AND_VIEWER, startBackend, type TestBackend } from '../../../test/support/start-backend.ts'
import { Outbound } from '../../kernel/outbound.ts'
import { connectLocally } from '../local-connection.ts'
import { connectRemotely } from '../remote-connection.ts'
import { compareProfiles, planPromotion, promote, type Sides } from './promote.ts'

const signal = new AbortController().signal
const HERE = `
scenario: 1
tagTypes: [{ name: team }]
projects: [{ id: shop, name: Shop, environments: [development, production] }]
segments:
  - { name: nordic, constraints: [{ contextName: country, operator: IN, values: [NO, SE] }] }
flags:
  - name: checkout
    project: shop
    description: The new checkout
    tags: [{ type: team, value: payments }]
    dependencies: [{ feature: parent }]
    environments:
      development: { enabled: true, strategies: [{ name: default }] }
      production:
        enabled: true
        strategies: [{ name: flexibleRollout, parameters: { rollout: 50 }, segments: [nordic] }]
  - name: parent
    project: shop
  - { name: retired, project: shop, archived: true }
`
const flagIn = (project: string, more = '') =>
  `scenario: 1\nflags: [{ name: shared, project: ${project}${more} }]`

let here: TestBackend
let there: TestBackend
let sides: Sides
beforeAll(async () => {
  here = await startBackend()
  there = await startBackend({ users: OWNER_AND_VIEWER })
  sides = {
    from: { name: 'Staging', connection: connectLocally(here.backend, '') },
    to: { name: 'Live', connection: connectLocally(there.backend, '') },
  }
  await apply(here, HERE)
})
afterAll(async () => {
  await here.stop()
  await there.stop()
})

const apply = (app: TestBackend, text: string) =>
  requireSuccess(app.call(applyScenario, { body: { text, file: 'test' } }))
const flagThere = async (projectId: string, featureName: string) =>
  (await there.call(getFeature, { params: { projectId, featureName } })).body
const promotionOf = (flags: string[], more: Partial<Promotion> = {}): Promotion => ({
  from: 'home',
  to: 'p-00000001',
  flags,
  environments: ['development', 'production'],
  createMissing: false,
  ...more,
})
const messageOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no error',
    (error: unknown) => (error as Error).message,
  )

describe('a promotion', () => {
  it('is planned, performed as planned, and leaves no difference', async () => {
    const promotion = promotionOf(['checkout', 'parent'], { createMissing: true })
    const before = await compareProfiles(sides, signal)
    expect(before.flags.map(({ name, place }) => [name, place])).toEqual([
      ['checkout', 'from'],
      ['parent', 'from'],
    ])
    expect(before.environments).toEqual(expect.arrayContaining(['development', 'production']))

    const without = await planPromotion(sides, { ...promotion, createMissing: false }, signal)
    expect(without).toMatchObject({
      plan: null,
      missing: ['the project shop', 'the tag type team', 'the segment nordic'],
    })
    const { plan, fingerprint } = await planPromotion(sides, promotion, signal)
    expect(plan).toMatchObject({ created: 5, updated: 0, deleted: 0 })
    expect((await compareProfiles(sides, signal)).flags).toHaveLength(2)

    expect(await promote(sides, { ...promotion, fingerprint }, signal)).toEqual(plan)
    expect(await compareProfiles(sides, signal)).toMatchObject({ flags: [], equal: 2 })
    expect(await flagThere('shop', 'checkout')).toMatchObject({
      description: 'The new checkout',
      dependencies: [{ feature: 'parent' }],
    })
    const again = await planPromotion(sides, promotion, signal)
    expect(again.plan?.steps).toEqual([])
  })

  it('changes the chosen environments alone, and leaves the flag in its project', async () => {
    const both = (enabled: boolean) => `, environments: {
      development: { enabled: ${enabled}, strategies: [{ name: default }] },
      production: { enabled: ${enabled}, strategies: [{ name: default }] } }`
    await apply(here, flagIn('shop', both(true)))
    await apply(there, flagIn('default', both(false)))
    const promotion = promotionOf(['shared'], { environments: ['development'] })
    const { plan, fingerprint } = await planPromotion(sides, promotion, signal)
    expect(plan?.steps.flatMap(({ changes }) => changes)).toEqual([
      { path: 'environments.development.enabled', before: false, after: true },
    ])
    await promote(sides, { ...promotion, fingerprint }, signal)
    const { environments } = await flagThere('default', 'shared')
    const states = environments?.map(({ name, enabled }) => [name, enabled])
    expect(states).toEqual(
      expect.arrayContaining([
        ['development', true],
        ['production', false],
      ]),
    )
  })

  describe('of a flag with another description', () => {
    beforeEach(async () => {
      await apply(here, flagIn('shop', ', description: Here'))
      await apply(there, flagIn('default', ', description: There'))
    })
    const promotion = promotionOf(['shared'], { environments: [] })

    it.each([
      ['there', () => apply(there, flagIn('default', ', description: Later'))],
      ['here', () => apply(here, flagIn('shop', ', description: Later'))],
    ])('is not performed if the flag has changed %s since the plan', async (_place, change) => {
      const { fingerprint } = await planPromotion(sides, promotion, signal)
      await change()
      const before = await flagThere('default', 'shared')
      expect(await messageOf(promote(sides, { ...promotion, fingerprint }, signal))).toMatch(
        /^One of the two profiles has changed/,
      )
      expect(await flagThere('default', 'shared')).toEqual(before)
    })

    it('is performed as who is signed in there: who may not, gets the error with the name of the profile', async () => {
      const url = await there.backend.listen('auto')
      const body = { description: 'desktop', expiresAt: '2099-01-01T00:00:00.000Z' }
      const { secret } = (await requireSuccess(there.call(createPat, { as: 'viewer', body }))).body
      const outbound = new Outbound({ allowPrivate: true, allowList: [] })
      const remote = (authorization: string) => ({
        ...sides,
        to: {
          name: 'Remote',
          connection: connectRemotely({ url, credentials: () => ({ authorization }), outbound }),
        },
      })
      const asViewer = remote(secret)
      expect(await messageOf(compareProfiles(asViewer, signal))).toMatch(/^Remote: .*ADMIN/)
      expect(await messageOf(planPromotion(asViewer, promotion, signal))).toMatch(/^Remote: .*ADMIN/)
      expect(await messageOf(compareProfiles(remote('user:wrong'), signal))).toBe(
        'Sign in to Remote first: open that profile.',
      )
    })
  })

  it('is refused where changes need approval, and nothing is changed', async () => {
    await apply(there, 'scenario: 1\nprojects: [{ id: shop, approvals: { production: 1 } }]')
    await apply(
      here,
      'scenario: 1\nflags: [{ name: checkout, environments: { production: { enabled: false } } }]',
    )
    const promotion = promotionOf(['checkout'])
    const { plan, blockers, fingerprint } = await planPromotion(sides, promotion, signal)
    const reason =
      'Changes in production of shop need approval at Live. Leave production out, and request them there.'
    expect([plan, blockers]).toEqual([null, [reason]])
    expect(await messageOf(promote(sides, { ...promotion, fingerprint }, signal))).toBe(reason)
    const { environments } = await flagThere('shop', 'checkout')
    expect(environments?.find(({ name }) => name === 'production')?.enabled).toBe(true)
  })

  it('names the profile whose export cannot be read', async () => {
    const broken: Sides = {
      ...sides,
      to: { name: 'Odd', connection: { answer: async () => ({ format: 'json', text: '{}' }) } },
    }
    expect(await messageOf(compareProfiles(broken, signal))).toBe(
      'Odd can\'t be compared: its export has no list "environments". It may be of another version of Halyard.',
    )
  })
})
