import { afterAll, beforeAll, expect, it } from 'vitest'

import type { OriginalVersion } from './support/install-original.ts'
import { describeOriginals, startSeededHalyard, type SeededHalyard } from './support/originals.ts'
import { countOf, differencesOf, frontendAnswers, nodeAnswers } from './support/sdk-answers.ts'
import {
  SEED_ENVIRONMENTS,
  SEED_SIZE,
  seedContexts,
  seedFlags,
  type SeedContext,
  type SeedEnvironment,
} from './support/seed-flags.ts'

/** The frontend API of the original takes its own time, whatever a client says (docs/contract/clients.md#frontend-time). */
const withoutTime = ({ currentTime: _theirs, ...context }: SeedContext) => context

/** Flags that want their parent off, where it is: the frontend API of the original knows no such parents (frontend-parents). */
const wantParentsOff = (version: OriginalVersion, environment: SeedEnvironment) => {
  const flags = seedFlags(version)
  const isOff = new Set(flags.filter((one) => !one.environments[environment].enabled).map(({ name }) => name))
  return new Set(
    flags
      .filter(({ dependency }) => dependency && !dependency.enabled && isOff.has(dependency.feature))
      .map(({ name }) => name),
  )
}

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
    expect([...differing].filter((name) => !wantParentsOff(version, environment).has(name ?? ''))).toEqual([])
  })
})
