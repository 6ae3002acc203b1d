import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { readConfig } from '#settings/config.ts'
import { createBackend } from '#main/app/create-backend.ts'
import { runMove } from '#main/cli/move-command.ts'
import { createLogger } from '#kernel/logger.ts'
import { makeDatabase } from '#support/runner/make-database.ts'
import { root } from '#support/runner/root.ts'
import { ADMIN, BACKEND } from '#support/service/start-backend.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { wasm } from '#support/runner/wasm.ts'

const FILES = { wasmFile: path.join(root, 'node_modules/sql.js/dist/sql-wasm.wasm'), rendererDir: '' }
const temp = makeTempFolder()
const dataDir = path.join(temp.folder, 'data')
let database: NonNullable<Awaited<ReturnType<typeof makeDatabase>>>
let printed: string

beforeAll(async () => {
  const made = await makeDatabase()
  if (!made) throw new Error('run by: vitest --project postgres')
  database = made
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((text) => ((printed += String(text)), true))
})
afterAll(async () => {
  vi.restoreAllMocks()
  await database.remove()
  temp.remove()
})

/** Runs an instance and calls it, one call after the other. */
async function answersOf(
  place: { dataDir: string; databaseUrl?: string },
  calls: readonly (readonly [method: 'GET' | 'POST', url: string, body?: object])[],
): Promise<string[]> {
  const config = readConfig(
    { ...place, port: '0' },
    { INIT_ADMIN_API_TOKENS: ADMIN, INIT_BACKEND_API_TOKENS: BACKEND },
  )
  const backend = await createBackend({ config, wasm, logger: createLogger('silent') })
  try {
    const answers: string[] = []
    for (const [method, url, payload] of calls) {
      const authorization = url.startsWith('/api/client') ? BACKEND : ADMIN
      const headers = { host: 'localhost:4242', authorization }
      const { statusCode, body } = await backend.http.inject({
        method,
        url,
        headers,
        ...(payload ? { payload } : {}),
      })
      expect(statusCode, body).toBeLessThan(300)
      answers.push(body)
    }
    return answers
  } finally {
    await backend.close()
  }
}

const run = async (...args: string[]) => {
  printed = ''
  return runMove(args, FILES)
}

describe('halyard move', () => {
  const READ = [
    ['GET', '/api/client/features'],
    ['GET', '/api/admin/events'],
    ['GET', '/api/admin/projects/default/features/moved'],
  ] as const

  it('takes an instance to PostgreSQL, whose clients see the same, and back into a folder', async () => {
    const constraints = [{ contextName: 'userId', operator: 'IN', values: ['ä', '🚀'] }]
    const strategy = {
      name: 'flexibleRollout',
      parameters: { rollout: '50', stickiness: 'default', groupId: 'moved' },
    }
    const project = '/api/admin/projects/default'
    await answersOf({ dataDir }, [
      ['POST', `${project}/features`, { name: 'moved' }],
      ['POST', '/api/admin/segments', { name: 'few', constraints }],
      [
        'POST',
        `${project}/features/moved/environments/development/strategies`,
        { ...strategy, segments: [1] },
      ],
      ['POST', `${project}/features/moved/environments/development/on`],
    ])
    const before = await answersOf({ dataDir }, READ)

    // made with the first stored secret
    writeFileSync(path.join(dataDir, 'sealing.key'), randomBytes(32).toString('base64'))
    expect(await run('--from', dataDir, '--to', database.url)).toBe(0)
    expect(printed).toMatch(/copying events: \d+ of \d+\n/)
    expect(printed).toMatch(
      /Moved \d+ rows of \d+ tables\. All tables, and what SDKs read, are equal at both ends\./,
    )
    // a new key is refused from the first start on: it would shut the stored secrets out for good
    const elsewhere = { dataDir: path.join(temp.folder, 'elsewhere'), databaseUrl: database.url }
    await expect(answersOf(elsewhere, READ)).rejects.toThrow('sealed with another key')
    expect(await answersOf({ dataDir, databaseUrl: database.url }, READ)).toEqual(before)

    const back = path.join(temp.folder, 'back')
    expect(await run('--from', database.url, '--to', back, '--json')).toBe(0)
    expect(await answersOf({ dataDir: back }, READ)).toEqual(before)
  })

  it.each([
    ['no ends', [], 'Name both ends'],
    ['two folders', ['--from', 'a', '--to', 'b'], 'One end is a data folder'],
    ['an unknown option', ['--into', 'b'], '--into'],
  ])('is used wrongly with %s', async (_name, args, reason) => {
    expect(await run(...args)).toBe(2)
    expect(printed).toContain(reason)
  })

  it('is refused from a folder without data', async () => {
    await expect(run('--from', temp.folder, '--to', database.url)).rejects.toThrow(
      'There is no data of Halyard in',
    )
  })
})
