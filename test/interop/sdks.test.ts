import { afterAll, beforeAll, expect, it } from 'vitest'

import { describeOriginals, startSeededHalyard, type SeededHalyard } from './support/originals.ts'
import { countOf, differencesOf, frontendAnswers, nodeAnswers } from './support/sdk-answers.ts'
import {
  flagsThatWantParentsOff,
  SEED_ENVIRONMENTS,
  SEED_SIZE,
  seedContexts,
  type SeedContext,
} from './support/seed-flags.ts'

/** The frontend API of the original takes its own time, whatever a client says (docs/contract/clients.md#frontend-time). */
const withoutTime = ({ currentTime: _theirs, ...context }: SeedContext) => context

const CONTEXTS = seedContexts(50)

describeOriginals('the official SDKs', ({ version, original }) => {
  let halyard: SeededHalyard
  beforeAll(async () => {
    halyard = await startSeededHalyard(version)
  })
  afterAll(() => halyard?.stop())

  it.each(SEED_ENVIRONMENTS)('for Node.js get the same answers of both, in %s', async (environment) => {
    const [there, here] = await Promise.all(
      [original(), halyard].map(({ url, seeded }) =>
        nodeAnswers({ url, token: seeded.backend[environment] }, CONTEXTS),
      ),
    )
    if (!there || !here) return expect.fail()
    expect(countOf(there)).toBe(SEED_SIZE.flags * CONTEXTS.length)
    expect(differencesOf(there, here)).toEqual([])
  })

  it.each(SEED_ENVIRONMENTS)('for pages get the same answers of both, in %s', async (environment) => {
    const [there, here] = await Promise.all(
      [original(), halyard].map(({ url, seeded }) =>
        frontendAnswers({ url, token: seeded.frontend[environment] }, CONTEXTS.map(withoutTime)),
      ),
    )
    if (!there || !here) return expect.fail()
    expect(countOf(there)).toBeGreaterThan(100 * CONTEXTS.length)
    const differing = new Set(differencesOf(there, here).map((one) => one.split(',')[0]))
    expect(
      [...differing].filter((name) => !flagsThatWantParentsOff(version, environment).has(name ?? '')),
    ).toEqual([])
  })
})
