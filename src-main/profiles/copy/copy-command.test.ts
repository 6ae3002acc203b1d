import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createFeature, updateFeature } from '#shared/flags/contract/features.ts'
import { ADMIN, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { requireSuccess } from '#support/service/private-project.ts'
import { runCommandLine as run } from '#support/service/run-command-line.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { wasm } from '#support/runner/wasm.ts'
import { readConfig } from '#settings/config.ts'
import { createBackend } from '../../app/create-backend.ts'
import { createLogger } from '#kernel/logger.ts'
import { connectLocally } from '../local-connection.ts'

const { signal } = new AbortController()
const project = { projectId: 'default' }
const params = { ...project, featureName: 'checkout' }

let there: TestBackend
let url: string
const temp = makeTempFolder()
const copy = path.join(temp.folder, 'copy')
beforeAll(async () => {
  there = await startBackend()
  await requireSuccess(there.call(createFeature, { params: project, body: { name: 'checkout' } }))
  url = await there.backend.listen('auto')
})
afterAll(async () => {
  await there.stop()
  temp.remove()
})

const copyTo = (folder: string, ...more: string[]) =>
  run('copy', '--from', url, '--token', ADMIN, '--data-dir', folder, ...more)
const describeThere = (description: string) =>
  requireSuccess(there.call(updateFeature, { params, body: { description } }))
/** Asks the copy, while nobody else uses it. */
async function askCopy(path: string, type: 'query' | 'mutation', input: object): Promise<unknown> {
  const config = readConfig({ dataDir: copy }, {})
  const backend = await createBackend({ config, wasm, logger: createLogger('silent') })
  try {
    return await connectLocally(backend, copy).answer({ path, type, input, signal })
  } finally {
    await backend.close()
  }
}

describe('halyard copy', () => {
  it('copies an instance, and proves that both answer the same', async () => {
    const { status, out } = await copyTo(copy)
    expect([status, out]).toEqual([0, expect.stringMatching(/^Copied to .*: .*1 flags/)])
    expect(out).toMatch(/^(\d+) of \1 answers are equal: /m)
    expect(existsSync(`${copy}.copying`)).toBe(false)
  })

  it('brings an earlier copy up to date, and asks about what both sides changed', async () => {
    await describeThere('Changed there')
    expect(await copyTo(copy, '--no-proof')).toMatchObject({ status: 0 })
    await describeThere('Changed there again')
    await askCopy('updateFeature', 'mutation', { params, body: { description: 'Changed here' } })
    const refused = await copyTo(copy)
    expect([refused.status, refused.error]).toEqual([
      4,
      expect.stringContaining('flags/checkout (description)'),
    ])
    expect(await copyTo(copy, '--conflicts', 'theirs')).toMatchObject({ status: 0 })
    expect(await askCopy('getFeature', 'query', { params })).toMatchObject({
      description: 'Changed there again',
    })
  })

  it('prints its account as JSON', async () => {
    const { out } = await copyTo(copy, '--json')
    expect(JSON.parse(out)).toMatchObject({ isWhole: true, counts: { flags: 1 }, source: { url } })
  })

  it('leaves nothing where it fails, and no folder as it should not be', async () => {
    const nowhere = path.join(temp.folder, 'nowhere')
    const denied = await run('copy', '--from', url, '--token', '*:*.wrong', '--data-dir', nowhere)
    expect(denied.status).toBe(1)
    expect([existsSync(nowhere), existsSync(`${nowhere}.copying`)]).toEqual([false, false])
    const full = path.join(temp.folder, 'full')
    mkdirSync(full)
    writeFileSync(path.join(full, 'notes.txt'), 'mine')
    expect(await copyTo(full)).toMatchObject({
      status: 1,
      error: expect.stringContaining('is not empty, and no copy of another instance') as string,
    })
    expect(existsSync(path.join(full, 'notes.txt'))).toBe(true)
    expect(
      await run('copy', '--from', 'http://127.0.0.1:9', '--token', ADMIN, '--data-dir', copy),
    ).toMatchObject({ status: 1, error: expect.stringContaining(`is a copy of ${url}`) as string })
  })

  it.each([
    [['--data-dir', 'x', '--token', 'y'], '--from https://flags.example.com'],
    [['--from', 'http://127.0.0.1:9', '--token', 'y'], '--data-dir'],
    [['--from', 'http://127.0.0.1:9', '--data-dir', 'x'], 'HALYARD_TOKEN'],
    [
      ['--from', 'http://127.0.0.1:9', '--data-dir', 'x', '--token', 'y', '--conflicts', 'both'],
      'mine or theirs',
    ],
  ])('says what is missing in %j', async (args, said) => {
    const { status, error } = await run('copy', ...args)
    expect([status, error]).toEqual([2, expect.stringContaining(said)])
  })
})
