import { afterAll, beforeAll, expect, it } from 'vitest'

import { SDK_MAJORS } from '#support/service/sdks.ts'
import { startMirrorOf, type RunningMirror } from './support/mirror-stage.ts'
import { describeOriginals } from './support/originals.ts'
import { asAnswers, expectedValues, serverAnswers, webAnswers } from './support/remote-answers.ts'
import { countOf, differencesOf, frontendAnswers, nodeAnswers, reactAnswers } from './support/sdk-answers.ts'
import {
  flagsThatWantParentsOff,
  SEED_ENVIRONMENTS,
  SEED_SIZE,
  seedContexts,
  type SeedContext,
} from './support/seed-flags.ts'

/** Frontend APIs take their own time, whatever a client says. */
const withoutTime = ({ currentTime: _theirs, ...context }: SeedContext) => context

const CONTEXTS = seedContexts(50)
const PAGE_CONTEXTS = CONTEXTS.map(withoutTime)
const NAMES = Array.from({ length: SEED_SIZE.flags }, (_, index) => `flag-${String(index).padStart(3, '0')}`)

/** Each SDK asks the service, and then its mirror with the same token: 300 flags in 50 contexts have the same answers. */
describeOriginals('SDKs that ask a mirror of it', ({ version, original }) => {
  let mirror: RunningMirror
  beforeAll(async () => {
    mirror = await startMirrorOf(original())
  })
  afterAll(() => mirror?.app.stop())

  const places = (kind: 'backend' | 'frontend', environment: (typeof SEED_ENVIRONMENTS)[number]) => {
    const token = original().seeded[kind][environment]
    return [
      { url: original().url, token },
      { url: mirror.url, token },
    ] as const
  }

  it.each(
    SEED_ENVIRONMENTS.flatMap((environment) => SDK_MAJORS.map((major) => [major, environment] as const)),
  )('for Node.js of version %i have the answers of the direct way in %s', async (major, environment) => {
    const [direct, mirrored] = places('backend', environment)
    const there = await nodeAnswers(direct, CONTEXTS, major)
    const here = await nodeAnswers(mirrored, CONTEXTS, major)
    expect(countOf(there)).toBe(SEED_SIZE.flags * CONTEXTS.length)
    expect(differencesOf(there, here)).toEqual([])
  })

  it.each(SEED_ENVIRONMENTS)('for pages have the answers of the direct way in %s', async (environment) => {
    const [direct, mirrored] = places('frontend', environment)
    const there = await frontendAnswers(direct, PAGE_CONTEXTS)
    const here = await frontendAnswers(mirrored, PAGE_CONTEXTS)
    expect(countOf(there)).toBeGreaterThan(100 * CONTEXTS.length)
    expect(unexplained(differencesOf(there, here), environment)).toEqual([])
  })

  it.each(SEED_ENVIRONMENTS)('for React show what they show of the direct way in %s', async (environment) => {
    const [direct, mirrored] = places('frontend', environment)
    const asked = { names: NAMES, contexts: PAGE_CONTEXTS }
    const there = await reactAnswers(direct, asked)
    const here = await reactAnswers(mirrored, asked)
    expect(countOf(there)).toBe(SEED_SIZE.flags * CONTEXTS.length)
    expect([...there.values()].flat().filter((one) => one.startsWith('true')).length).toBeGreaterThan(1000)
    expect(unexplained(differencesOf(there, here), environment)).toEqual([])
  })

  it.each(SEED_ENVIRONMENTS)(
    'of OpenFeature for servers have the values that the Node SDK has of the direct way in %s',
    async (environment) => {
      const [direct, mirrored] = places('backend', environment)
      const expected = await expectedValues(direct, PAGE_CONTEXTS)
      const here = await serverAnswers(mirrored, PAGE_CONTEXTS, expected)
      expect(countOf(here)).toBe(SEED_SIZE.flags * CONTEXTS.length)
      expect(differencesOf(asAnswers(expected), here)).toEqual([])
    },
  )

  it.each(SEED_ENVIRONMENTS)(
    'of OpenFeature for pages have the values that the Node SDK has of the direct way in %s',
    async (environment) => {
      const [direct] = places('backend', environment)
      const [, mirrored] = places('frontend', environment)
      const expected = await expectedValues(direct, PAGE_CONTEXTS)
      const here = await webAnswers(mirrored, PAGE_CONTEXTS, expected)
      expect(countOf(here)).toBe(SEED_SIZE.flags * CONTEXTS.length)
      expect(differencesOf(asAnswers(expected), here)).toEqual([])
    },
  )

  /** Differences of frontend APIs beside the flags that want a parent off (frontend-parents). */
  function unexplained(differences: readonly string[], environment: (typeof SEED_ENVIRONMENTS)[number]) {
    const known = flagsThatWantParentsOff(version, environment)
    return differences.filter((one) => !known.has(one.split(',')[0] ?? ''))
  }
})
