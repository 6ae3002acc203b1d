import { writeFileSync } from 'node:fs'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { createPolicy } from '#shared/changes/contract/policies.ts'
import { PolicyDryRun, type PolicyInput } from '#shared/changes/schemas/policy.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { runCommandLine } from '#support/service/run-command-line.ts'
import { ADMIN, startBackend, type TestBackend } from '#support/service/start-backend.ts'

const { folder, remove } = makeTempFolder()
let app: TestBackend
let url = ''

beforeAll(async () => {
  vi.stubEnv('HALYARD_TOKEN', ADMIN)
  app = await startBackend()
  url = await app.backend.listen('auto')
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await app.stop()
  remove()
})

const policies = (...args: string[]) => runCommandLine('policies', ...args, '--url', url)
const described: PolicyInput = {
  name: 'described',
  rule: { kind: 'description-required' },
  project: 'default',
  effect: 'warn',
}

/** Writes a policy into a file. */
function fileOf(name: string, policy: object): string {
  const file = path.join(folder, name)
  writeFileSync(file, JSON.stringify(policy))
  return file
}

describe('halyard policies', () => {
  it('lists what is there, or that nothing is', async () => {
    expect((await policies()).out).toBe('No policies.\n')
    await app.call(createPolicy, { body: described })
    const { status, out } = await policies()
    expect([status, out]).toEqual([0, expect.stringMatching(/^described \(warns; .*default.*\): .+\n$/)])
    expect(JSON.parse((await policies('--json')).out)).toMatchObject([described])
  })

  it('says what a policy would have stopped, with a status of its own', async () => {
    expect((await policies('--try', 'described')).status).toBe(0)
    await app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'bare' } })
    const { status, out } = await policies('--try', 'described')
    expect(status).toBe(4)
    expect(out).toMatch(/^It would have stopped 1 of \d+ change/)
    expect(out).toMatch(/event \d+: bare\. /)
  })

  it('tries one of a file that is not there yet, and prints JSON', async () => {
    const named = fileOf('named.json', {
      ...{ name: 'named', effect: 'refuse' },
      rule: { kind: 'name-pattern', pattern: 'bare|fine' },
    })
    expect((await policies('--try', named)).status).toBe(0)
    const strict = fileOf('strict.json', {
      ...{ name: 'strict', effect: 'refuse' },
      rule: { kind: 'name-pattern', pattern: 'fine' },
    })
    const { status, out } = await policies('--try', strict, '--json', '--days', '1')
    expect([status, PolicyDryRun.parse(JSON.parse(out)).stopped]).toEqual([4, 1])
    expect((await policies()).out).not.toContain('strict')
  })

  it('names what is wrong with a file, a name or the arguments', async () => {
    const bad = fileOf('bad.json', { name: 'bad', effect: 'stop', rule: { kind: 'description-required' } })
    const refused = await policies('--try', bad)
    expect([refused.status, refused.error]).toEqual([1, expect.stringContaining('effect')])
    const missing = await policies('--try', 'missing')
    expect([missing.status, missing.error]).toEqual([
      1,
      expect.stringContaining('There is no policy missing'),
    ])
    expect((await policies('--days', '5')).status).toBe(2)
    expect((await policies('--try', 'described', '--days', '1000')).status).toBe(2)
  })

  it('says what the instance rejects', async () => {
    vi.stubEnv('HALYARD_TOKEN', 'nobody')
    try {
      expect((await policies()).status).toBe(3)
    } finally {
      vi.stubEnv('HALYARD_TOKEN', ADMIN)
    }
  })
})
