import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Promotion } from '#shared/desktop/promotion.ts'
import { getChangeRequest } from '#shared/changes/contract/change-requests.ts'
import { getFeature } from '#shared/flags/contract/features.ts'
import { startCompatibleStage, type CompatibleStage } from '#support/stages/compatible-stage.ts'
import { apply, messageOf, promotionOf as promotionBetween } from '#support/stages/promotion-stage.ts'
import type { TestBackend } from '#support/service/start-backend.ts'
import { AppError } from '#kernel/app-error.ts'
import { compareProfiles, planPromotion, promote } from '../promote.ts'
import type { PromotionInstance } from '../side.ts'

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

let stage: CompatibleStage
let here: TestBackend
let there: TestBackend
let asked: readonly string[]
let halyard: PromotionInstance
let original: PromotionInstance
beforeAll(async () => {
  stage = await startCompatibleStage()
  ;({ here, there, asked, halyard, original } = stage)
})
afterAll(() => stage.stop())

const flagAt = async (app: TestBackend, featureName: string) =>
  (await app.call(getFeature, { params: { projectId: 'shop', featureName } })).body
const promotionOf = (flags: string[], more: Partial<Promotion> = {}) =>
  promotionBetween(flags, { createMissing: true, ...more })

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

  it('reads it by lists and flag by flag, without its search, its export and settings that not everybody may see', () => {
    const once = ['status', 'getAllEnvironments', 'getProjects', 'getFeatures', 'getFeature', 'getSegments']
    expect(asked).toEqual(expect.arrayContaining(once))
    for (const path of ['searchFeatures', 'exportFeatures', 'listTags', 'getProjectChangeRequestConfig'])
      expect(asked).not.toContain(path)
  })
})

describe('a promotion to a compatible service', () => {
  const sides = () => ({ from: halyard, to: original })
  const plan = (flags: string[], more?: Partial<Promotion>) =>
    planPromotion(sides(), promotionOf(flags, more), signal)
  const promoteNow = async (flags: string[], { from, to } = sides()) => {
    const { fingerprint } = await planPromotion({ from, to }, promotionOf(flags), signal)
    return promote({ from, to }, { ...promotionOf(flags), fingerprint }, signal)
  }
  const equal = async () => (await compareProfiles(sides(), signal)).flags.map(({ name }) => name)

  it('creates what is missing there, and leaves no difference', async () => {
    await apply(
      here,
      `scenario: 1
tagTypes: [{ name: area }]
contextFields: [{ name: seat, legalValues: [{ value: a, description: Window }, { value: b }], stickiness: true }]
strategyTypes: [{ name: byTenant, title: By tenant, parameters: [{ name: tenants, type: list, required: true }] }]
projects: [{ id: web, name: Web, environments: [development, production] }]
segments: [{ name: baltic, constraints: [{ contextName: country, operator: IN, values: [EE] }] }]
flags:
  - name: child
    project: web
    stale: true
    type: experiment
    tags: [{ type: area, value: front }]
    links: [{ url: 'https://example.com/child', title: Child }]
    dependencies: [{ feature: root }]
    environments:
      development:
        enabled: true
        strategies: [{ name: flexibleRollout, parameters: { rollout: 20 }, segments: [baltic], constraints: [{ contextName: seat, operator: IN, values: [a] }] }, { name: byTenant, parameters: { tenants: a } }]
      production:
        enabled: true
        strategies: [{ name: flexibleRollout, parameters: { rollout: 20 } }]
        variants: [{ name: red, weight: 500 }, { name: blue, weight: 500 }]
  - { name: root, project: web }`,
    )
    expect(await plan(['child'], { createMissing: false })).toMatchObject({
      plan: null,
      missing: [
        'the project web',
        'the context field seat',
        'the tag type area',
        'the strategy type byTenant',
        'the segment baltic',
      ],
      blockers: ['child depends on root, which Live does not have. Choose it, too.'],
    })
    const { plan: planned, notes } = await plan(['child', 'root'])
    expect(notes).toEqual([
      'Variants of child in production become those of its strategies, with the same users: Live takes no others.',
    ])
    expect(planned?.steps.map(({ path }) => path)).toEqual([
      'projects/web',
      'contextFields/seat',
      'tagTypes/area',
      'strategyTypes/byTenant',
      'segments/baltic',
      'flags/child',
      'flags/root',
    ])
    expect(await equal()).toEqual(['child', 'root'])
    expect(await promoteNow(['child', 'root'])).toEqual({ plan: planned, requests: [] })
    expect(await equal()).toEqual([])
    expect((await plan(['child', 'root'])).plan?.steps).toEqual([])
  })

  it('changes and takes away what differs, in the chosen environments', async () => {
    await apply(
      here,
      `scenario: 1
flags:
  - name: checkout
    description: Changed
    tags: []
    links: []
    dependencies: []
    environments:
      development: { enabled: false, strategies: [{ name: default, disabled: true }], variants: [] }
      production: { enabled: true, strategies: [{ name: flexibleRollout, parameters: { rollout: 80 } }] }`,
    )
    await promoteNow(['checkout'])
    expect(await equal()).toEqual([])
    expect(await flagAt(there, 'checkout')).toMatchObject({ description: 'Changed', tags: [], links: [] })
  })

  it('is blocked by what the service would refuse half-way', async () => {
    await apply(
      here,
      `scenario: 1
flags:
  - { name: retired, project: shop }
  - name: mixed
    project: shop
    environments:
      development: { strategies: [{ name: default }], variants: [{ name: red, weight: 1000 }] }
  - { name: bare, project: shop, environments: { development: { enabled: true, strategies: [] } } }`,
    )
    const { blockers, plan: none } = await plan(['retired'])
    expect(none).toBeNull()
    expect(blockers).toEqual([expect.stringMatching(/^retired can't be created\. Live: .*archived/)])
    expect((await plan(['mixed'])).blockers).toEqual([
      'Live takes variants of strategies only, and those of mixed in development cannot be moved there with the same users. Move them to its strategies yourself.',
    ])
    expect((await plan(['bare'])).notes).toEqual([
      'bare is not turned on in development: it has no active strategy there, and Live would add one.',
    ])
  })

  it('says what was written before a step that the service refuses', async () => {
    await apply(
      here,
      `scenario: 1
flags:
  - { name: first, project: shop }
  - { name: second, project: shop, tags: [{ type: team, value: late }] }
  - { name: third, project: shop }
  - { name: fourth, project: shop, dependencies: [{ feature: first }] }`,
    )
    const { connection } = original
    const failing: PromotionInstance = {
      ...original,
      connection: {
        answer: async (call) => {
          if (call.path !== 'updateTags') return connection.answer(call)
          throw new AppError('PermissionError', 'No tags today.')
        },
      },
    }
    const to = { from: halyard, to: failing }
    expect(await messageOf(promoteNow(['first', 'second', 'third', 'fourth'], to))).toBe(
      'The promotion stopped at flags/second: No tags today. Done: flags/first, flags/third, flags/fourth. flags/second may be changed in part. ' +
        'Not done: dependencies of flags/fourth. No change request was submitted. Check the new plan for Live, and promote again.',
    )
    expect(await equal()).toEqual(expect.arrayContaining(['second', 'fourth']))
    expect(await equal()).not.toContain('first')
    // the rest is a plan of its own
    await promoteNow(['first', 'second', 'third', 'fourth'])
    const differing = await equal()
    for (const name of ['second', 'fourth']) expect(differing).not.toContain(name)
  })

  it('says so if the service takes all steps, and is not as planned', async () => {
    await apply(here, 'scenario: 1\nflags: [{ name: ignored, project: shop, stale: true }]')
    const { connection } = original
    const deaf: PromotionInstance = {
      ...original,
      connection: {
        answer: async (call) => (call.path === 'updateFeature' ? {} : connection.answer(call)),
      },
    }
    expect(await messageOf(promoteNow(['ignored'], { from: halyard, to: deaf }))).toBe(
      'Live accepted all steps, but is not as planned in flags/ignored (stale).',
    )
  })

  it('requests what needs approval there, unless a pending request would take it, too', async () => {
    await apply(there, 'scenario: 1\nprojects: [{ id: shop, approvals: { production: 1 } }]')
    await apply(
      here,
      `scenario: 1
flags: [{ name: checkout, description: Asked, environments: { production: { enabled: false } } }]`,
    )
    const { requests, plan: planned } = await plan(['checkout'])
    expect(planned?.steps.flatMap(({ changes }) => changes.map(({ path }) => path))).toEqual(['description'])
    expect(requests).toMatchObject([{ project: 'shop', environment: 'production' }])
    const { requests: created } = await promoteNow(['checkout'])
    const id = String(created[0]?.id)
    const params = { projectId: 'shop', id }
    expect((await there.call(getChangeRequest, { params })).body).toMatchObject({
      state: 'In review',
      title: 'Promote checkout from Staging',
    })
    expect(await flagAt(there, 'checkout')).toMatchObject({ description: 'Asked' })
    expect((await plan(['checkout'])).blockers).toEqual([
      `Your change request ${id} for production of shop at Live would take these changes, too. Apply or cancel it first.`,
    ])
  })
})
