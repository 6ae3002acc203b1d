import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import {
  compareProfiles,
  planPromotion,
  promote,
  type InstancePair,
} from '#main/profiles/promotion/promote.ts'
import type { Promotion } from '#shared/desktop/promotion.ts'
import { promotionOf } from '#support/stages/promotion-stage.ts'
import { comparableFlags, compareAnswers, makeFrontendTokens } from './support/answers.ts'
import type { OriginalVersion } from './support/install-original.ts'
import { instanceAt } from './support/instance.ts'
import { ADMIN_TOKEN } from './support/original-process.ts'
import {
  describeOriginals,
  startHalyard,
  startSeededHalyard,
  type SeededHalyard,
} from './support/originals.ts'
import { SEED_SIZE, seedFlags } from './support/seed-flags.ts'
import { halyardSide, originalSide } from './support/sides.ts'

const signal = new AbortController().signal

async function promoteNow(sides: InstancePair, flags: string[], more: Partial<Promotion> = {}) {
  const promotion = promotionOf(flags, { createMissing: true, ...more })
  const { fingerprint, ...plan } = await planPromotion(sides, promotion, signal)
  await promote(sides, { ...promotion, fingerprint }, signal)
  return plan
}

const namesOf = (version: OriginalVersion) =>
  seedFlags(version)
    .slice(0, SEED_SIZE.flags)
    .map(({ name }) => name)

/** Everything that seeded flags name, and an instance does not have by itself. */
const NAMED = [
  ...['country', 'plan', 'email', 'age', 'appVersion'].map((name) => `the context field ${name}`),
  'the tag type team',
  ...['byTenant', 'userWithId'].map((name) => `the strategy type ${name}`),
  ...['nordic', 'paying', 'early-adopters', 'new-clients'].map((name) => `the segment ${name}`),
].sort()

describeOriginals('a promotion to a Halyard', ({ version, original }) => {
  const names = namesOf(version)
  let halyard: Awaited<ReturnType<typeof startHalyard>>
  let sides: InstancePair
  beforeAll(async () => {
    halyard = await startHalyard(version)
    const { admin } = original().seeded.pats
    sides = { from: originalSide(original(), admin), to: halyardSide(halyard.app) }
  })
  afterAll(() => halyard.stop())

  it('finds all flags at the service, and nothing here', async () => {
    const { flags, equal } = await compareProfiles(sides, signal)
    expect(flags.map(({ place }) => place)).toEqual(names.map(() => 'from'))
    expect(equal).toBe(0)
  })

  it('brings them with all that they name, and leaves no difference', async () => {
    const { missing, blockers } = await promoteNow(sides, names)
    expect(blockers).toEqual([])
    expect(missing.toSorted()).toEqual(NAMED)
    const after = { flags: [], equal: names.length, notes: [] }
    expect(await compareProfiles(sides, signal)).toMatchObject(after)
    expect(await compareProfiles({ from: sides.to, to: sides.from }, signal)).toMatchObject(after)
  })

  it('gives the same answers in 50 contexts and two environments', async () => {
    const flags = comparableFlags(version)
    const mine = instanceAt(halyard.url, ADMIN_TOKEN)
    const answers = await compareAnswers(
      { ...original(), frontend: original().seeded.frontend },
      { ...mine, frontend: await makeFrontendTokens(mine) },
      flags,
    )
    expect(answers).toEqual({ compared: flags.length * 50 * 2, different: [] })
  })
})

describeOriginals(
  'a promotion from a Halyard',
  ({ version, original }) => {
    const names = namesOf(version)
    let halyard: SeededHalyard
    let sides: InstancePair
    beforeAll(async () => {
      halyard = await startSeededHalyard(version)
      sides = { from: halyardSide(halyard.app), to: originalSide(original()) }
    })
    afterAll(() => halyard.stop())
    const change = async (text: string) => {
      const { status, body } = await halyard.call('POST', '/api/admin/scenario/apply', { body: { text } })
      expect(status, JSON.stringify(body)).toBe(200)
    }
    const left = async () => (await compareProfiles(sides, signal)).flags.map(({ name }) => name)

    it('brings all flags with all that they name, and leaves no difference', async () => {
      const { missing, blockers } = await promoteNow(sides, names)
      expect(blockers).toEqual([])
      expect(missing.toSorted()).toEqual(NAMED)
      const after = { flags: [], equal: names.length, notes: [] }
      expect(await compareProfiles(sides, signal)).toMatchObject(after)
    })

    it('gives the same answers in 50 contexts and two environments', async () => {
      const flags = comparableFlags(version)
      const answers = await compareAnswers(
        { ...halyard, frontend: halyard.seeded.frontend },
        { ...original(), frontend: await makeFrontendTokens(original()) },
        flags,
      )
      expect(answers).toEqual({ compared: flags.length * 50 * 2, different: [] })
    })

    it('changes tags, links and dependencies, and takes away those that only the service has', async () => {
      for (const [name, tag] of [
        ['flag-000', { type: 'team', value: 'only-there' }],
        ['flag-001', { type: 'simple', value: 'another' }],
      ] as const)
        expect(
          (await original().call('POST', `/api/admin/features/${name}/tags`, { body: tag })).status,
        ).toBe(201)
      await change(`scenario: 1
flags:
  - { name: flag-004, tags: [{ type: team, value: new-here }], links: [], description: Changed }
  - { name: flag-016, dependencies: [], links: [{ url: 'https://example.com/new', title: New }], stale: true }
  - { name: flag-020, dependencies: [{ feature: flag-000 }], type: experiment }`)
      const changed = ['flag-000', 'flag-001', 'flag-004', 'flag-016', 'flag-020']
      expect(await left()).toEqual(changed)
      await promoteNow(sides, changed)
      expect(await left()).toEqual([])
    })

    describe('with variants of flags, which the service refuses', () => {
      beforeAll(async () => {
        const variants =
          'variants: [{ name: red, weight: 300, weightType: fix }, { name: blue, weight: 700 }]'
        await change(`scenario: 1
flags:
  - name: movable
    environments:
      development: { enabled: true, strategies: [{ name: flexibleRollout, parameters: { rollout: 100 } }], ${variants} }
  - name: fixed
    environments:
      development: { enabled: true, strategies: [{ name: default }], ${variants} }`)
      })

      it('is blocked before the first write where they cannot be moved', async () => {
        const { plan, blockers } = await planPromotion(sides, promotionOf(['movable', 'fixed']), signal)
        expect(plan).toBeNull()
        expect(blockers).toEqual([
          'Original takes variants of strategies only, and those of fixed in development cannot be moved there with the same users. Move them to its strategies yourself.',
        ])
        expect(await left()).toEqual(['fixed', 'movable'])
      })

      it('moves them to the strategies where the same users get them', async () => {
        const { notes } = await promoteNow(sides, ['movable'])
        expect(notes).toEqual([
          'Variants of movable in development become those of its strategies, with the same users: Original takes no others.',
        ])
        expect(await left()).toEqual(['fixed'])
        const answers = await compareAnswers(
          { ...halyard, frontend: halyard.seeded.frontend },
          { ...original(), frontend: await makeFrontendTokens(original(), 'variants') },
          ['movable'],
        )
        expect(answers).toEqual({ compared: 100, different: [] })
      })
    })
  },
  { content: 'empty' },
)
