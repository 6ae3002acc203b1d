import { afterAll, beforeAll, expect, it } from 'vitest'

import { comparableFlags, compareAnswers, makeFrontendTokens } from './support/answers.ts'
import type { OriginalVersion } from './support/install-original.ts'
import { instanceAt, type Instance } from './support/instance.ts'
import { ADMIN_TOKEN } from './support/original-process.ts'
import {
  describeOriginals,
  startHalyard,
  startSeededHalyard,
  type SeededHalyard,
} from './support/originals.ts'
import { adminsToken } from './support/personal-token.ts'
import { SEED_ENVIRONMENTS, seedFlags } from './support/seed-flags.ts'
import { copyVocabulary } from './support/vocabulary.ts'

/** Names flags whose strategies were turned round after they were made, and those that depend on their variants. */
function reversedFlags(version: OriginalVersion): ReadonlySet<string> {
  const flags = seedFlags(version)
  const reversed = new Set(
    flags
      .filter(({ environments }) => SEED_ENVIRONMENTS.some((one) => environments[one].isReversed))
      .map(({ name }) => name),
  )
  const children = flags.filter(({ dependency }) => reversed.has(dependency?.feature ?? ''))
  return new Set([...reversed, ...children.map(({ name }) => name)])
}

const project = 'default'

/** Takes the flags of both environments from one instance to another by files. */
async function exchange(from: Instance, to: Instance): Promise<void> {
  await copyVocabulary(from, to)
  const token = await adminsToken(to)
  for (const environment of SEED_ENVIRONMENTS) {
    const file = await from.call('POST', '/api/admin/features-batch/export', {
      body: { environment, project },
    })
    expect(file.status).toBe(200)
    const body = { project, environment, data: file.body }
    const validated = await to.call('POST', '/api/admin/features-batch/validate', { token, body })
    expect(validated).toMatchObject({ status: 200, body: { errors: [], permissions: [] } })
    const { status, text } = await to.call('POST', '/api/admin/features-batch/import', { token, body })
    expect(status, text).toBe(200)
  }
}

describeOriginals('a file of the service, imported by a Halyard', ({ version, original }) => {
  let halyard: Awaited<ReturnType<typeof startHalyard>>
  beforeAll(async () => {
    halyard = await startHalyard(version)
    await exchange(original(), instanceAt(halyard.url, ADMIN_TOKEN))
  })
  afterAll(() => halyard.stop())

  it('gives the same answers, but for strategies that were turned round: it does not say so', async () => {
    const mine = instanceAt(halyard.url, ADMIN_TOKEN)
    const reversed = reversedFlags(version)
    const flags = comparableFlags(version).filter((name) => !reversed.has(name))
    expect(flags.length).toBeGreaterThan(200)
    const answers = await compareAnswers(
      { ...original(), frontend: original().seeded.frontend },
      { ...mine, frontend: await makeFrontendTokens(mine) },
      flags,
    )
    expect(answers).toEqual({ compared: flags.length * 50 * 2, different: [] })
  })
})

describeOriginals(
  'a file of a Halyard, imported by the service',
  ({ version, original }) => {
    let halyard: SeededHalyard
    beforeAll(async () => {
      halyard = await startSeededHalyard(version)
      await exchange(halyard, original())
    })
    afterAll(() => halyard.stop())

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
