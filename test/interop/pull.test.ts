import { afterAll, beforeAll, expect, it } from 'vitest'

import { compareProfiles } from '#main/profiles/promotion/promote.ts'
import type { RemotePullPreview, RemotePullResult } from '#shared/transfer/schemas/remote-pull.ts'
import { comparableFlags, compareAnswers, makeFrontendTokens } from './support/answers.ts'
import { instanceAt, type Instance } from './support/instance.ts'
import { ADMIN_TOKEN } from './support/original-process.ts'
import { describeOriginals, startHalyard } from './support/originals.ts'
import { SEED_ENVIRONMENTS, SEED_SIZE, type SeedEnvironment } from './support/seed-flags.ts'
import { halyardSide, originalSide } from './support/sides.ts'
import { copyVocabulary } from './support/vocabulary.ts'

const REMOTES = '/api/admin/remotes'
const project = 'default'

describeOriginals('a pull of the flags of the service', ({ version, original }) => {
  let halyard: Awaited<ReturnType<typeof startHalyard>>
  let mine: Instance
  let remote = ''
  beforeAll(async () => {
    halyard = await startHalyard(version)
    mine = instanceAt(halyard.url, ADMIN_TOKEN)
    await copyVocabulary(original(), mine)
    const { body } = await mine.call('POST', REMOTES, { body: { name: 'Original', url: original().url } })
    remote = `${REMOTES}/${(body as { id: number }).id}/pull`
  })
  afterAll(() => halyard.stop())

  async function ask<T>(environment: SeedEnvironment, path: '' | '/preview'): Promise<T> {
    const token = original().seeded.pats.admin
    const body = { token, from: { environment, project }, project, environment, conflicts: 'theirs' }
    const answer = await mine.call('POST', `${remote}${path}`, { body })
    expect(answer.status, answer.text).toBe(200)
    return answer.body as T
  }

  it('brings them in both environments, and then both are alike', async () => {
    for (const environment of SEED_ENVIRONMENTS) await ask(environment, '')
    for (const environment of SEED_ENVIRONMENTS)
      expect(await ask<RemotePullPreview>(environment, '/preview')).toMatchObject({
        flags: [],
        alike: SEED_SIZE.flags,
      })
    const sides = {
      from: originalSide(original(), original().seeded.pats.admin),
      to: halyardSide(halyard.app),
    }
    expect(await compareProfiles(sides, new AbortController().signal)).toMatchObject({
      flags: [],
      equal: SEED_SIZE.flags,
    })
  })

  it('gives the same answers in 50 contexts and two environments, also of strategies that were turned round', async () => {
    const flags = comparableFlags(version)
    const answers = await compareAnswers(
      { ...original(), frontend: original().seeded.frontend },
      { ...mine, frontend: await makeFrontendTokens(mine) },
      flags,
    )
    expect(answers).toEqual({ compared: flags.length * 50 * 2, different: [] })
  })

  it('keeps a parent that the service has archived by a change, and takes the rest', async () => {
    const at = '/api/admin/projects/default/features'
    const put = await original().call('PUT', `${at}/flag-000`, { body: { archived: true } })
    expect(put).toMatchObject({ status: 200, body: { archived: true } })
    await original().call('PATCH', `${at}/flag-002`, {
      body: [{ op: 'replace', path: '/description', value: 'Changed there' }],
    })
    const { archived, changed, notes } = await ask<RemotePullResult>('development', '')
    expect(archived).toEqual([])
    expect(changed).toEqual(['flag-002'])
    expect(notes).toEqual(['flag-000 is archived at the remote and stays here: other flags depend on it.'])
  })
})
