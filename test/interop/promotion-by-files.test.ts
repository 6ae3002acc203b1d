import { afterAll, beforeAll, expect, it } from 'vitest'

import {
  compareProfiles,
  planPromotion,
  promote,
  type InstancePair,
} from '#main/profiles/promotion/promote.ts'
import { isReadingCall } from '#main/profiles/reading-calls.ts'
import type { PromotionInstance } from '#main/profiles/promotion/side.ts'
import { promotionOf } from '#support/stages/promotion-stage.ts'
import { comparableFlags, compareAnswers, makeFrontendTokens } from './support/answers.ts'
import { describeOriginals, startSeededHalyard, type SeededHalyard } from './support/originals.ts'
import { adminsToken } from './support/personal-token.ts'
import { SEED_SIZE, seedFlags } from './support/seed-flags.ts'
import { halyardSide, originalSide } from './support/sides.ts'

const signal = new AbortController().signal

describeOriginals(
  'a promotion of many new flags to the service',
  ({ version, original }) => {
    const names = seedFlags(version)
      .slice(0, SEED_SIZE.flags)
      .map(({ name }) => name)
    const promotion = promotionOf(names, { createMissing: true })
    let halyard: SeededHalyard
    let sides: InstancePair
    /** Requests to the service, by the operation. */
    const asked: string[] = []
    const count = (isCounted: (path: string) => boolean) => asked.filter(isCounted).length

    beforeAll(async () => {
      halyard = await startSeededHalyard(version)
      const there = originalSide(original(), await adminsToken(original()))
      const counted: PromotionInstance = {
        ...there,
        connection: {
          answer: (call) => {
            asked.push(call.path)
            return there.connection.answer(call)
          },
        },
      }
      sides = { from: halyardSide(halyard.app), to: counted }
    })
    afterAll(() => halyard.stop())

    it('knows before that an admin token may not import', async () => {
      const to = originalSide(original())
      const { notes, blockers } = await planPromotion({ ...sides, to }, promotion, signal)
      expect(blockers).toEqual([])
      expect(notes).toEqual([
        'Original imports files for people only, not for an admin token. The 300 new flags are written one by one, which takes longer. Sign in with a personal access token to have them imported.',
      ])
    })

    it('imports them in files, leaves no difference, and needs fewer writes than there are flags', async () => {
      const { fingerprint, blockers, notes } = await planPromotion(sides, promotion, signal)
      expect({ blockers, notes }).toEqual({ blockers: [], notes: [] })
      expect(count((path) => path === 'validateFeature')).toBe(0)
      expect(count((path) => path === 'validateImport')).toBeLessThan(names.length / 10)
      await promote(sides, { ...promotion, fingerprint }, signal)
      const writes = asked.filter((path) => !isReadingCall(path))
      // two environments, in files of fifty flags, and what they need before
      expect(writes.filter((path) => path === 'importToggles').length).toBeLessThanOrEqual(20)
      expect(new Set(writes)).toEqual(
        new Set(['createContextField', 'createTagType', 'createStrategy', 'createSegment', 'importToggles']),
      )
      expect(writes.length).toBeLessThan(names.length / 5)
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
  },
  { content: 'empty' },
)
