import { readdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Backend } from '#main/app/backend.ts'
import { readConfig } from '#settings/config.ts'
import { createBackend } from '#main/app/create-backend.ts'
import { createLogger } from '#kernel/logger.ts'
import { openStore } from '#store/open-store.ts'
import { OPERATIONS } from '#shared/contract/index.ts'
import type { DatabaseInUse, DatabaseMoveState } from '#shared/instance/schemas/database.ts'
import { AnswerLog } from '#support/service/answer-log.ts'
import { makeDatabase } from '#support/runner/make-database.ts'
import { ADMIN } from '#support/service/start-backend.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { wasm } from '#support/runner/wasm.ts'

const temp = makeTempFolder()
const dataDir = path.join(temp.folder, 'data')
/** The server of the tests trusts everybody: it takes any password. */
const PASSWORD = 'database-secret-2'
const MOVE = '/api/admin/maintenance/database/move'
const answers = new AnswerLog(OPERATIONS)
let database: NonNullable<Awaited<ReturnType<typeof makeDatabase>>>
let backend: Backend
let others: Backend | undefined

/** Starts as the service does: the settings file says where the data is. */
async function start(): Promise<Backend> {
  const env = { INIT_ADMIN_API_TOKENS: ADMIN, UNLEASH_ALLOW_LIST_INTEGRATION: '127.0.0.1' }
  const config = readConfig({ dataDir, port: '0' }, env)
  return createBackend({ config, wasm, logger: createLogger('silent'), http: { onAnswer: answers.add } })
}
beforeAll(async () => {
  const made = await makeDatabase()
  if (!made) throw new Error('run by: vitest --project postgres')
  database = made
  backend = await start()
})
afterAll(async () => {
  await others?.close()
  await backend.close()
  await database.remove()
  temp.remove()
})

async function send<T>(
  method: 'GET' | 'POST',
  url: string,
  payload?: object,
): Promise<{ status: number; body: T }> {
  const headers = { host: 'localhost:4242', authorization: ADMIN }
  const { statusCode, body } = await backend.http.inject({
    method,
    url,
    headers,
    ...(payload ? { payload } : {}),
  })
  return { status: statusCode, body: JSON.parse(body) as T }
}
const createFlag = async (name: string) =>
  (await send('POST', '/api/admin/projects/default/features', { name })).status
async function flagNames(): Promise<string[]> {
  const { body } = await send<{ features: { name: string }[] }>('GET', '/api/admin/projects/default/features')
  return body.features.map(({ name }) => name).sort()
}
const inUse = async () => (await send<DatabaseInUse>('GET', '/api/admin/maintenance/database')).body
const ended = () =>
  expect
    .poll(async () => (await send<DatabaseMoveState>('GET', MOVE)).body, { interval: 250 })
    .toMatchObject({ state: expect.stringMatching(/moved|failed/) as unknown })
async function expectMoved(): Promise<void> {
  await ended()
  const { body } = await send<DatabaseMoveState>('GET', MOVE)
  expect(body).toMatchObject({ state: 'moved', error: null, writesHeld: true })
  expect(body.tables.length).toBeGreaterThan(80)
  expect(body.tables.filter(({ isEqual }) => !isEqual)).toEqual([])
  expect(JSON.stringify(body)).not.toContain(PASSWORD)
}

describe('a move of the running service', () => {
  const confirmed: string[] = []

  it('takes every write to PostgreSQL that was confirmed, and refuses those that come too late', async () => {
    expect(await inUse()).toMatchObject({ engine: 'sqlite', setting: { source: 'none' } })
    let isWriting = true
    const statuses: number[] = []
    const writing = (async () => {
      for (let n = 0; isWriting; n += 1) {
        const status = await createFlag(`flag-${n}`)
        statuses.push(status)
        if (status === 201) confirmed.push(`flag-${n}`)
        await sleep(20)
      }
    })()
    await expect.poll(() => confirmed.length).toBeGreaterThan(3)
    const { status } = await send('POST', MOVE, {
      databaseUrl: database.url,
      password: PASSWORD,
      useAfterwards: true,
    })
    expect(status).toBe(202)
    await expectMoved()
    isWriting = false
    await writing
    expect(new Set(statuses)).toEqual(new Set([201, 503]))
    // the end of the move does not let writes into the former file
    expect(await createFlag('too-late')).toBe(503)
    await backend.close()

    backend = await start()
    expect(await inUse()).toMatchObject({ engine: 'postgres', setting: { source: 'file' }, halyards: 1 })
    expect(await flagNames()).toEqual(confirmed.toSorted())
    expect(await createFlag('after-the-move')).toBe(201)
  })

  it('is refused while another Halyard uses the database, which would go on with it', async () => {
    const config = readConfig({ dataDir, port: '0' }, { INIT_ADMIN_API_TOKENS: ADMIN })
    others = await createBackend({ config, wasm, logger: createLogger('silent') })
    const refused = await send<{ message: string }>('POST', MOVE, { useAfterwards: true })
    expect(refused.status).toBe(409)
    expect(refused.body.message).toContain('2 Halyards use the database.')
    await others.close()
    others = undefined
  })

  it('goes back into a file; stopped after that, it closes the copy, and a further one brings it up to date', async () => {
    expect((await send('POST', MOVE, { useAfterwards: true })).status).toBe(202)
    await expectMoved()
    expect(await createFlag('too-late')).toBe(503)
    // the lock keeps every other session from writing, too
    const other = await openStore({ dataDir, databaseUrl: database.url, wasm, now: () => new Date() })
    const writing = other.transaction(async (queries) => {
      await sql`set local lock_timeout = '100ms'`.execute(queries)
      await sql`update projects set description = 'too late'`.execute(queries)
    })
    await expect(writing).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
    await other.close()

    // who has started from the copy would lose what is written here from now on
    const started = await openStore({ dataDir, wasm, now: () => new Date() })
    expect(await send('POST', `${MOVE}/stop`)).toMatchObject({ status: 409, body: { name: 'ConflictError' } })
    expect(await createFlag('too-late')).toBe(503)
    await started.close()

    const stopped = await send<DatabaseMoveState>('POST', `${MOVE}/stop`)
    expect(stopped.body).toMatchObject({ state: 'stopped', writesHeld: false })
    expect(await createFlag('after-the-stop')).toBe(201)
    await expect(openStore({ dataDir, wasm, now: () => new Date() })).rejects.toMatchObject({
      code: 'UNFINISHED_MOVE',
    })

    expect((await send('POST', MOVE, { useAfterwards: true })).status).toBe(202)
    await expectMoved()
    await backend.close()
    backend = await start()
    expect(await inUse()).toMatchObject({ engine: 'sqlite', setting: { source: 'none' } })
    expect(await flagNames()).toEqual([...confirmed, 'after-the-move', 'after-the-stop'].sort())
    // the file of before the first move is kept
    expect(readdirSync(dataDir).some((name) => name.startsWith('halyard.db.replaced-'))).toBe(true)
  })
})
