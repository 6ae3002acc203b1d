import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { createPat } from '#shared/access/contract/personal-tokens.ts'
import { getChangeRequest, updateChangeRequestState } from '#shared/changes/contract/change-requests.ts'
import { getFeature } from '#shared/flags/contract/features.ts'
import { requireSuccess } from '#support/service/private-project.ts'
import { apply, messageOf, promotionOf } from '#support/stages/promotion-stage.ts'
import { OWNER_AND_VIEWER, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { AppError } from '#kernel/app-error.ts'
import { Outbound } from '#kernel/outbound.ts'
import { connectLocally } from '../local-connection.ts'
import { connectRemotely } from '../remote-connection.ts'
import { compareProfiles, planPromotion, promote, type InstancePair } from './promote.ts'

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
let sides: InstancePair
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

const flagThere = async (projectId: string, featureName: string) =>
  (await there.call(getFeature, { params: { projectId, featureName } })).body

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

    expect(await promote(sides, { ...promotion, fingerprint }, signal)).toEqual({ plan, requests: [] })
    expect(await compareProfiles(sides, signal)).toMatchObject({ flags: [], equal: 2 })
    expect(await flagThere('shop', 'checkout')).toMatchObject({
      description: 'The new checkout',
      dependencies: [{ feature: 'parent' }],
    })
    const again = await planPromotion(sides, promotion, signal)
    expect(again.plan?.steps).toEqual([])
  })

  it('is refused by the gate of an expectation of its target, and nothing is promoted', async () => {
    const gated = (enabled: boolean) =>
      `scenario: 1\nflags: [{ name: gated, environments: { development: { enabled: ${enabled}, strategies: [{ name: default }] } } }]\n`
    await apply(here, gated(false))
    await apply(
      there,
      `${gated(true)}expect: [{ name: stays on, flag: gated, environment: development, expect: { enabled: true }, gate: refuse }]\n`,
    )
    const promotion = promotionOf(['gated'], { environments: ['development'] })
    const { fingerprint } = await planPromotion(sides, promotion, signal)
    const refused = await messageOf(promote(sides, { ...promotion, fingerprint }, signal))
    expect(refused).toContain(
      'Not saved, because of an expectation. gated: expected on, is off (expectation stays on).',
    )
    const { environments } = await flagThere('default', 'gated')
    expect(environments.find(({ name }) => name === 'development')?.enabled).toBe(true)
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
        /^One of the two instances has changed/,
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
        'Sign in to Remote first: open that instance.',
      )
    })
  })

  describe('where changes need approval', () => {
    const reviewed = 'scenario: 1\nprojects: [{ id: shop, approvals: { production: 1 } }]'
    const stateThere = async (name: string) => {
      const { environments } = await flagThere('shop', name)
      return environments?.find((one) => one.name === 'production')
    }
    const applied = async (id: number) => {
      const params = { projectId: 'shop', id: String(id) }
      await requireSuccess(there.call(updateChangeRequestState, { params, body: { state: 'Approved' } }))
      await requireSuccess(there.call(updateChangeRequestState, { params, body: { state: 'Applied' } }))
    }

    it('submits a change request there, which leaves no difference once it is applied', async () => {
      await apply(there, reviewed)
      await apply(
        here,
        `scenario: 1
segments: [{ name: baltic, constraints: [] }]
flags:
  - name: checkout
    project: shop
    description: Reviewed
    dependencies: []
    environments:
      production:
        enabled: false
        strategies: [{ name: default, segments: [baltic] }]
        variants: [{ name: blue, weight: 1000 }]
  - name: fresh
    project: shop
    dependencies: [{ feature: parent }]
    environments:
      production: { enabled: true, strategies: [{ name: default }, { name: flexibleRollout, parameters: { rollout: 20 } }] }`,
      )
      const promotion = promotionOf(['checkout', 'fresh'], { createMissing: true })
      const { plan, requests, blockers, fingerprint } = await planPromotion(sides, promotion, signal)
      expect(blockers).toEqual([])
      expect(plan?.steps.map(({ path }) => path)).toEqual([
        'segments/baltic',
        'flags/checkout',
        'flags/fresh',
      ])
      expect(requests).toEqual([
        {
          project: 'shop',
          environment: 'production',
          title: 'Promote 2 flags from Staging',
          flags: [
            {
              name: 'checkout',
              changes: expect.arrayContaining([
                expect.stringMatching(/^Remove the parents of checkout/),
                expect.stringMatching(/^Turn off checkout in production/),
                expect.stringMatching(/baltic/),
              ]) as string[],
            },
            { name: 'fresh', changes: expect.arrayContaining(['Turn on fresh in production']) as string[] },
          ],
        },
      ])
      const before = await stateThere('checkout')

      const result = await promote(sides, { ...promotion, fingerprint }, signal)
      expect(await stateThere('checkout')).toEqual(before)
      expect(await stateThere('fresh')).toMatchObject({ enabled: false, strategies: [] })
      expect(await flagThere('shop', 'checkout')).toMatchObject({ description: 'Reviewed' })
      const [{ id } = { id: 0 }] = result.requests
      expect(result.requests).toEqual([{ project: 'shop', environment: 'production', id }])
      const request = await requireSuccess(
        there.call(getChangeRequest, { params: { projectId: 'shop', id: String(id) } }),
      )
      expect(request.body).toMatchObject({ state: 'In review', title: 'Promote 2 flags from Staging' })

      const again = await planPromotion(sides, promotion, signal)
      expect(again.plan?.steps).toEqual([])
      expect(again.notes).toEqual([
        `Your change request ${id} for production of shop at Live already changes checkout, fresh.`,
      ])
      await applied(id)
      const { flags } = await compareProfiles(sides, signal)
      expect(flags.filter(({ name }) => ['checkout', 'fresh'].includes(name))).toEqual([])
    })

    it('takes strategies away, and turns the flag on again with those that stay', async () => {
      await apply(
        here,
        `scenario: 1
flags:
  - name: fresh
    environments: { production: { enabled: true, strategies: [{ name: flexibleRollout, parameters: { rollout: 70 } }] } }`,
      )
      const promotion = promotionOf(['fresh'])
      const { fingerprint } = await planPromotion(sides, promotion, signal)
      const { requests } = await promote(sides, { ...promotion, fingerprint }, signal)
      expect(requests).toHaveLength(1)
      await applied(requests[0]?.id ?? 0)
      expect((await planPromotion(sides, promotion, signal)).requests).toEqual([])
      expect(await stateThere('fresh')).toMatchObject({ enabled: true })
    })

    it('says what is done already if a change request fails', async () => {
      await apply(
        here,
        'scenario: 1\nflags: [{ name: fresh, description: Halfway, environments: { production: { enabled: false } } }]',
      )
      const { connection } = sides.to
      const failing: InstancePair['to']['connection'] = {
        answer: async (call) => {
          if (call.path !== 'startChangeRequest') return connection.answer(call)
          throw new AppError('ConflictError', 'No requests today.')
        },
      }
      const failingSides = { ...sides, to: { name: 'Live', connection: failing } }
      const promotion = promotionOf(['fresh'])
      const { fingerprint } = await planPromotion(failingSides, promotion, signal)
      expect(await messageOf(promote(failingSides, { ...promotion, fingerprint }, signal))).toBe(
        'What needs no approval is promoted, but no change request was submitted. No requests today.',
      )
      expect(await flagThere('shop', 'fresh')).toMatchObject({ description: 'Halfway' })
    })
  })

  it('names the profile whose export cannot be read', async () => {
    const broken: InstancePair = {
      ...sides,
      to: { name: 'Odd', connection: { answer: async () => ({ format: 'json', text: '{}' }) } },
    }
    expect(await messageOf(compareProfiles(broken, signal))).toBe(
      'Odd can\'t be read: its export has no list "environments". It may be of another version of Halyard.',
    )
  })
})
