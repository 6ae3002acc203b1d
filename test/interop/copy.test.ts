import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import {
  baseOf,
  countsOf,
  fillCopy,
  mergeNow,
  planUpdate,
  proveCopy,
  readSource,
  updateCopy,
  type CopySides,
  type Making,
  type SourceState,
} from '#main/profiles/copy/copy-instance.ts'
import { compareProfiles } from '#main/profiles/promotion/promote.ts'
import { openItemConflicts } from '#shared/transfer/scenario/merge-items.ts'
import { comparableFlags, compareAnswers } from './support/answers.ts'
import { instanceAt, type Instance } from './support/instance.ts'
import { ADMIN_TOKEN } from './support/original-process.ts'
import { describeOriginals, startHalyard } from './support/originals.ts'
import { SEED_SIZE } from './support/seed-flags.ts'
import { halyardSide, originalSide } from './support/sides.ts'

const making: Making = { signal: new AbortController().signal, onProgress: () => {} }

describeOriginals('a copy of the service', ({ version, original }) => {
  let halyard: Awaited<ReturnType<typeof startHalyard>>
  let mine: Instance
  let sides: CopySides
  let state: SourceState
  beforeAll(async () => {
    halyard = await startHalyard(version)
    mine = instanceAt(halyard.url, ADMIN_TOKEN)
    sides = {
      source: originalSide(original(), original().seeded.pats.admin),
      copy: halyardSide(halyard.app),
    }
    state = await readSource(sides, making)
    await fillCopy(sides.copy, state, making)
  })
  afterAll(() => halyard.stop())

  it('has everything, and says what it has not', async () => {
    expect(countsOf(state.items)).toMatchObject({
      environments: 2,
      projects: 1,
      flags: SEED_SIZE.flags + SEED_SIZE.archived,
      segments: 6,
      tagTypes: 4,
      users: 13,
      apiTokens: 6,
    })
    expect(state.leftOut.all.map(({ what }) => what)).toEqual([
      'Links and dependencies of 10 archived flags',
      'Passwords of 13 users',
      '1 integration',
      '1 admin token',
    ])
    const { signal } = making
    const { flags, equal, notes } = await compareProfiles({ from: sides.source, to: sides.copy }, signal)
    expect({ flags, equal, notes }).toEqual({ flags: [], equal: SEED_SIZE.flags, notes: [] })
  })

  it('proves that it answers the same', async () => {
    const { compared, equal, different, contexts, flags, notCompared } = await proveCopy(
      sides,
      state.items,
      making,
    )
    expect(different).toEqual([])
    expect(equal).toBe(compared)
    expect(contexts).toBe(50)
    expect(flags).toBeGreaterThan(200)
    expect(compared).toBe(flags * 50 * 2)
    const left = notCompared.flatMap(({ what }) => what.split(', '))
    expect(new Set(left).size + flags).toBe(SEED_SIZE.flags)
  })

  it('gives the same answers to the same tokens of SDKs', async () => {
    const { frontend } = original().seeded
    const flags = comparableFlags(version)
    const answers = await compareAnswers({ ...original(), frontend }, { ...mine, frontend }, flags)
    expect(answers).toEqual({ compared: flags.length * 50 * 2, different: [] })
  })

  describe('that is brought up to date', () => {
    const features = '/api/admin/projects/default/features'
    const patch = (path: string, value: unknown) => ({ body: [{ op: 'replace', path, value }] })

    it('has nothing to do while nothing changes', async () => {
      const { merged } = await planUpdate(sides, baseOf(state), making)
      expect(
        merged.filter(({ differences }) => differences.some(({ outcome }) => outcome !== 'mine')),
      ).toEqual([])
    })

    it('takes what changed there, keeps what changed here, and shows what both changed', async () => {
      const there = original()
      for (const [at, value] of [
        ['flag-003', 'There'],
        ['flag-004', 'There'],
      ])
        expect((await there.call('PATCH', `${features}/${at}`, patch('/description', value))).status).toBe(
          200,
        )
      await there.call('POST', features, { body: { name: 'new-there' } })
      await there.call('DELETE', `${features}/flag-007`)
      await mine.call('PATCH', `${features}/flag-004`, patch('/description', 'Here'))
      await mine.call('PATCH', `${features}/flag-005`, patch('/description', 'Here'))
      await mine.call('POST', features, { body: { name: 'new-here' } })
      const plan = await planUpdate(sides, baseOf(state), making)
      expect(openItemConflicts(plan.merged)).toEqual(['flags/flag-004 (description)'])
      const merged = await mergeNow(sides.copy, plan, { choices: [], conflicts: 'theirs' }, making.signal)
      const done = merged.filter(({ action }) => action !== 'leave').map(({ action, name }) => [name, action])
      expect(done).toEqual([
        ['flag-003', 'change'],
        ['flag-004', 'change'],
        ['flag-007', 'change'],
        ['new-there', 'create'],
      ])
      await updateCopy(sides.copy, plan, merged, making)
      const description = async (name: string) =>
        ((await mine.call('GET', `${features}/${name}`)).body as { description?: string }).description
      expect(await Promise.all(['flag-003', 'flag-004', 'flag-005'].map(description))).toEqual([
        'There',
        'There',
        'Here',
      ])
      expect((await mine.call('GET', `${features}/new-here`)).status).toBe(200)
      expect((await mine.call('GET', `${features}/new-there`)).status).toBe(200)
      expect((await mine.call('GET', `${features}/flag-007`)).status).toBe(404)
      const again = await planUpdate(sides, baseOf(plan), making)
      expect(again.merged.filter(({ action }) => action !== 'leave')).toEqual([])
    })
  })
})
