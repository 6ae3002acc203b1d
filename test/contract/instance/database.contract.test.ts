import dns from 'node:dns'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { setDatabaseUrl } from '#settings/settings-file.ts'
import {
  checkDatabase,
  getDatabase,
  getDatabaseMove,
  startDatabaseMove,
  stopDatabaseMove,
} from '#shared/instance/contract/database.ts'
import { problemOfDatabaseUrl } from '#shared/instance/schemas/database.ts'
import { createTag } from '#shared/flags/contract/tags.ts'
import { readEventLog } from '#support/service/event-log.ts'
import { logLines } from '#support/service/log-lines.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'

const PASSWORD = 'database-secret-1'
const { logger, lines } = logLines()
let app: TestBackend
/** Takes connections and never answers. */
let silent: net.Server
let silentUrl: string
const sockets = new Set<net.Socket>()

beforeAll(async () => {
  silent = net.createServer((socket) => sockets.add(socket))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  silentUrl = `postgres://halyard@127.0.0.1:${(silent.address() as net.AddressInfo).port}/halyard`
  app = await startBackend({
    logger,
    env: { UNLEASH_ALLOW_LIST_INTEGRATION: '127.0.0.1' },
    users: [{ username: 'vi', roles: ['Viewer'] }],
  })
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  silent.close()
  await app.stop()
})

const NOWHERE = 'postgres://halyard@127.0.0.1:1/halyard'
const stateOf = async () => (await app.call(getDatabaseMove)).body

describe('the database in use', () => {
  it('is described with its engine, its size and its largest tables', async () => {
    const { status, body } = await app.call(getDatabase)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      engine: 'sqlite',
      isEstimate: false,
      halyards: 1,
      durability: 'write-ahead log, synced before each answer',
      setting: { source: 'none', file: expect.stringMatching(/settings\.json$/) as unknown },
    })
    expect(body.version).toMatch(/^3\./)
    expect(body.place).toMatch(/halyard\.db$/)
    expect(body.sizeBytes).toBeGreaterThan(100_000)
    expect(body.tables.find(({ name }) => name === 'users')?.rows).toBeGreaterThan(0)
  })

  it('and all of a move are for Admins', async () => {
    const body = { databaseUrl: NOWHERE, useAfterwards: false }
    for (const operation of [getDatabase, getDatabaseMove, stopDatabaseMove])
      expect((await app.call(operation, { as: 'vi' })).status).toBe(403)
    expect((await app.call(checkDatabase, { as: 'vi', body })).status).toBe(403)
    expect((await app.call(startDatabaseMove, { as: 'vi', body })).status).toBe(403)
  })
})

describe('a check of a database', () => {
  it('says that nothing listens, and never shows or logs the password', async () => {
    const answer = await app.call(checkDatabase, { body: { databaseUrl: NOWHERE, password: PASSWORD } })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      place: NOWHERE,
      problem: `The database ${NOWHERE} cannot be used: nothing listens there. Start PostgreSQL, or correct the address.`,
      version: null,
      durability: null,
      content: null,
    })
    expect(answer.text + lines.join('')).not.toContain(PASSWORD)
  })

  it.each([
    ['another scheme', 'mysql://a@127.0.0.1/b'],
    ['no database', 'postgres://127.0.0.1/'],
    ['no host', 'postgres:///halyard'],
    ['a host among the parameters', `${NOWHERE}?host=10.0.0.1`],
    ['a file among the parameters', `${NOWHERE}?sslrootcert=/etc/passwd`],
    ['a pooling that there is not', `${NOWHERE}?pooling=statement`],
    ['a private host that the settings do not name', 'postgres://a@10.0.0.1/b'],
  ])('is refused with %s', async (_name, databaseUrl) => {
    const refused = await app.call('POST', checkDatabase.path, { body: { databaseUrl } })
    expect(refused).toMatchObject({ status: 400, body: { details: [{ path: '/body/databaseUrl' }] } })
  })

  it('takes a schema, TLS, a number of connections and their pooling', () => {
    const parameters = 'schema=flags&sslmode=require&pool=5&pooling=transaction'
    expect(problemOfDatabaseUrl(`${NOWHERE}?${parameters}`)).toBeUndefined()
  })
})

describe('a move', () => {
  it('has not begun at first, and stopping none is no error', async () => {
    expect(await stateOf()).toMatchObject({ state: 'none', writesHeld: false, to: null, tables: [] })
    expect((await app.call(stopDatabaseMove)).body.state).toBe('none')
  })

  it('needs a database to move to', async () => {
    const refused = await app.call('POST', startDatabaseMove.path, { body: { useAfterwards: false } })
    expect(refused).toMatchObject({ status: 400, body: { details: [{ path: '/body/databaseUrl' }] } })
  })

  it('fails where nothing listens, with the reason, and writes go on', async () => {
    const body = { databaseUrl: NOWHERE, password: PASSWORD, useAfterwards: true }
    const { status, body: begun, text } = await app.call(startDatabaseMove, { body })
    expect(status).toBe(202)
    expect(begun).toMatchObject({ state: 'preparing', to: NOWHERE })
    await expect.poll(async () => (await stateOf()).state).toBe('failed')
    const failed = await stateOf()
    expect(failed).toMatchObject({
      writesHeld: false,
      error: expect.stringContaining('nothing listens') as unknown,
    })
    expect((await app.call(createTag, { body: { type: 'simple', value: 'after a move' } })).status).toBe(201)
    const [event] = await readEventLog(app, { type: 'IS:database-move-started', limit: '1' })
    expect(event).toMatchObject({ data: { name: NOWHERE, useAfterwards: true } })
    expect(JSON.stringify([text, failed, event, lines])).not.toContain(PASSWORD)
    expect(existsSync((await app.call(getDatabase)).body.setting.file)).toBe(false)
  })

  it('is one at a time, and is stopped', async () => {
    const body = { databaseUrl: silentUrl, useAfterwards: false }
    expect((await app.call(startDatabaseMove, { body })).status).toBe(202)
    expect((await app.call(startDatabaseMove, { body })).status).toBe(409)
    await expect.poll(() => sockets.size).toBeGreaterThan(0)
    for (const socket of sockets) socket.destroy()
    await app.call(stopDatabaseMove)
    expect((await stateOf()).state).toMatch(/stopped|failed/)
  })
})

describe('the host of a database that has been checked', () => {
  /** A public name at the check, which leads to this machine as soon as it is connected to. */
  const rebound = 'postgres://halyard@rebinding.example:1/halyard'

  beforeAll(() => {
    vi.spyOn(dns.promises, 'lookup').mockImplementation((async () => [
      { address: '93.184.215.14', family: 4 },
    ]) as never)
    vi.spyOn(dns, 'lookup').mockImplementation(((_host: string, _options: object, found: Found) =>
      found(null, [{ address: '127.0.0.2', family: 4 }])) as never)
    syncBuiltinESMExports()
  })
  afterAll(() => {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  })
  type Found = (error: null, addresses: { address: string; family: number }[]) => void

  it('is not connected to when its name leads into a private network by then', async () => {
    const refused = 'rebinding.example leads into a private network'
    const checked = await app.call(checkDatabase, { body: { databaseUrl: rebound } })
    expect(checked.body.problem).toContain(refused)
    const body = { databaseUrl: rebound, useAfterwards: false }
    expect((await app.call(startDatabaseMove, { body })).status).toBe(202)
    await expect.poll(async () => (await stateOf()).state).toBe('failed')
    expect((await stateOf()).error).toContain(refused)
  })
})

describe('the settings file', () => {
  it('gets the database for its owner alone, keeps the rest and the former file, and loses it again', () => {
    const temp = makeTempFolder()
    const file = path.join(temp.folder, 'settings.json')
    setDatabaseUrl(file, 'postgres://a:b@c/d', new Date(0))
    expect(statSync(file).mode & 0o777).toBe(0o600)
    setDatabaseUrl(file, undefined, new Date(1000))
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({})
    expect(readdirSync(temp.folder)).toHaveLength(2)
    temp.remove()
  })
})
