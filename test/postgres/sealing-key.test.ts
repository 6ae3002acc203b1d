import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { readConfig } from '#settings/config.ts'
import { createBackend } from '#main/app/create-backend.ts'
import { runMove } from '#main/cli/move-command.ts'
import { readSsoSettings } from '#domains/access/single-sign-on/sso-settings.ts'
import { createLogger } from '#kernel/logger.ts'
import { openStore } from '#store/open-store.ts'
import { makeDatabase } from '#support/runner/make-database.ts'
import { root } from '#support/runner/root.ts'
import { ADMIN } from '#support/service/start-backend.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { wasm } from '#support/runner/wasm.ts'

const FILES = { wasmFile: path.join(root, 'node_modules/sql.js/dist/sql-wasm.wasm'), rendererDir: '' }
const SECRET = 'client-secret-of-the-provider'

let temp: ReturnType<typeof makeTempFolder>
let database: NonNullable<Awaited<ReturnType<typeof makeDatabase>>>
let first: string
beforeEach(async () => {
  temp = makeTempFolder()
  first = path.join(temp.folder, 'first')
  const made = await makeDatabase()
  if (!made) throw new Error('run by: vitest --project postgres')
  database = made
})
afterEach(async () => {
  await database.remove()
  temp.remove()
})

interface Start {
  dataDir: string
  onServer?: boolean
  key?: string
  newSealingKey?: boolean
}
const start = ({ dataDir, onServer = true, key, newSealingKey = false }: Start) => {
  const config = readConfig(
    { dataDir, port: '0', ...(onServer ? { databaseUrl: database.url } : {}) },
    { INIT_ADMIN_API_TOKENS: ADMIN, ...(key === undefined ? {} : { HALYARD_SEALING_KEY: key }) },
  )
  return createBackend({ config, wasm, logger: createLogger('silent'), newSealingKey })
}
/** Starts an instance, reads the stored secret, and ends it. */
async function secretOf(options: Start): Promise<string | undefined> {
  const backend = await start(options)
  try {
    return (await readSsoSettings(backend.store.queries, backend.services.sealer, 'oidc')).secret
  } finally {
    await backend.close()
  }
}

/** Stores a secret in a data folder, and moves its data to the server. */
async function move({ isOld = false } = {}): Promise<string> {
  const backend = await start({ dataDir: first, onServer: false })
  const { statusCode, body } = await backend.http.inject({
    method: 'POST',
    url: '/api/admin/auth/oidc/settings',
    headers: { host: 'localhost:4242', authorization: ADMIN },
    payload: {
      enabled: false,
      discoverUrl: 'https://id.example.com/.well-known/openid-configuration',
      clientId: 'halyard',
      secret: SECRET,
    },
  })
  expect(statusCode, body).toBeLessThan(300)
  await backend.close()
  expect(await runMove(['--from', first, '--to', database.url, '--json'], FILES)).toBe(0)
  if (isOld) {
    const store = await openStore({ dataDir: '', databaseUrl: database.url, wasm, now: () => new Date() })
    await store.transaction(async (queries) => {
      await queries.deleteFrom('settings').where('id', '=', 'sealing-check').execute()
    })
    await store.close()
  }
  return readFileSync(path.join(first, 'sealing.key'), 'utf8').trim()
}
const settings = async () => {
  const store = await openStore({ dataDir: '', databaseUrl: database.url, wasm, now: () => new Date() })
  try {
    const { n } = await store.queries
      .selectFrom('events')
      .select((eb) => eb.fn.countAll().as('n'))
      .executeTakeFirstOrThrow()
    return { events: Number(n), rows: await store.queries.selectFrom('settings').selectAll().execute() }
  } finally {
    await store.close()
  }
}

describe.each([
  ['with a note of the key', false],
  ['by a version without such a note', true],
])('data that was moved to a server %s', (_name, isOld) => {
  it('is not opened with another key, which changes nothing; the right key opens its secrets', async () => {
    const key = await move({ isOld })
    const before = await settings()
    const other = path.join(temp.folder, 'other')
    const fresh = Buffer.alloc(32, 8).toString('base64')
    // also beside the file of the right key: other Halyards could not open what is sealed with the fresh one
    for (const wrong of [{ dataDir: other }, { dataDir: other, key: fresh }, { dataDir: first, key: fresh }])
      await expect(secretOf(wrong)).rejects.toThrow(
        /sealed with another key.*Nothing was changed.*sealing\.key.*HALYARD_SEALING_KEY.*--new-sealing-key/,
      )
    // no key is made that somebody could take for the right one
    expect(existsSync(path.join(other, 'sealing.key'))).toBe(false)
    expect(await settings()).toEqual(before)
    expect(await secretOf({ dataDir: other, key })).toBe(SECRET)
    expect(await secretOf({ dataDir: first })).toBe(SECRET)
    await expect(secretOf({ dataDir: other })).rejects.toThrow('sealed with another key')
  })
})

it('a database whose key is gone takes another one if it is told to, and keeps that', async () => {
  await move()
  const other = path.join(temp.folder, 'other')
  await expect(secretOf({ dataDir: other, newSealingKey: true })).rejects.toThrow('cannot be decrypted')
  await (await start({ dataDir: other })).close()
  await expect(secretOf({ dataDir: first })).rejects.toThrow('sealed with another key')
})

it('a database without secrets takes the key of its first Halyard', async () => {
  const [one, other] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64'))
  await (await start({ dataDir: first, key: one ?? '' })).close()
  await (await start({ dataDir: path.join(temp.folder, 'other'), key: one ?? '' })).close()
  await expect(start({ dataDir: first, key: other ?? '' })).rejects.toThrow('sealed with another key')
})
