import { spawnSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createFeature } from '#shared/flags/contract/features.ts'
import { openStore } from '#store/open-store.ts'
import { makeCertificateAuthority } from '#support/stand-ins/certificate-authority.ts'
import { makeDatabase, runOnServer } from '#support/runner/make-database.ts'
import { startCluster, type Cluster } from '#support/runner/postgres-cluster.ts'
import { startBackend } from '#support/service/start-backend.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { wasm } from '#support/runner/wasm.ts'

describe('a connection with TLS', () => {
  const { folder, remove } = makeTempFolder('halyard-tls-')
  const file = (name: string) => path.join(folder, name)
  let cluster: Cluster

  const [ours, other] = [makeCertificateAuthority('ours'), makeCertificateAuthority('other')]

  beforeAll(async () => {
    chmodSync(folder, 0o755)
    const { cert, key } = ours.issue('localhost')
    writeFileSync(file('server.pem'), cert)
    // the server refuses a key that others may read
    writeFileSync(file('server.key'), key, { mode: 0o600 })
    if (process.getuid?.() === 0) spawnSync('chown', ['postgres', file('server.key')])
    const extra = ['ssl=on', `ssl_cert_file=${file('server.pem')}`, `ssl_key_file=${file('server.key')}`]
    cluster = await startCluster({ extra })
  })
  afterAll(async () => {
    await cluster.stop()
    ours.remove()
    other.remove()
    remove()
  })

  const open = (authority: string, host = 'localhost') => {
    const url = cluster.url.replace('halyard@127.0.0.1', `halyard:hunter2@${host}`)
    const databaseUrl = `${url}?sslmode=verify-full&sslrootcert=${authority}`
    return openStore({ dataDir: '/nonexistent', databaseUrl, wasm, now: () => new Date() })
  }

  it('is opened when the certificate and its name are right', async () => {
    const store = await open(ours.file)
    const { rows } = await sql<{
      ssl: number
    }>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(store.queries)
    expect(rows).toEqual([{ ssl: 1 }])
    expect(JSON.stringify(store.status)).not.toContain('hunter2')
    await store.close()
  })

  it.each([
    ['another authority has signed', other.file, 'localhost', /not signed by an authority that is trusted/],
    ['is for another host', ours.file, '127.0.0.1', /for another host name/],
    [
      'has no authority here',
      file('missing.pem'),
      'localhost',
      /the file \S+missing\.pem that its URL names/,
    ],
  ])('is refused, with the reason, for a certificate that %s', async (_name, authority, host, reason) => {
    const error = await open(authority, host).then(
      () => new Error('it was opened'),
      (thrown: unknown) => thrown as Error,
    )
    expect(error.message).toMatch(reason)
    expect(`${error.message} ${error.stack} ${JSON.stringify(error)}`).not.toContain('hunter2')
  })
})

describe('a server whose disk is full', () => {
  it('has writes answered with 507, keeps nothing of them, and takes them again once there is room', async () => {
    const database = await makeDatabase()
    if (!database) throw new Error('run by: vitest --project postgres')
    const app = await startBackend({ database })
    const create = (name: string) =>
      app.call(createFeature, { params: { projectId: 'default' }, body: { name } })
    // the error that the server raises when it cannot extend a table, at the last write of a request
    await runOnServer(
      database.url,
      `create function full_disk() returns trigger language plpgsql as
         $$ begin raise exception using errcode = 'disk_full'; end $$;
       create trigger full_disk before insert on events for each row execute function full_disk()`,
    )
    expect(await create('too-much')).toMatchObject({
      status: 507,
      body: { name: 'StoreFullError', message: expect.stringContaining('nothing was changed') as unknown },
    })
    expect(app.backend.status().failure).toBe('the disk of the database is full')
    expect((await app.call('GET', '/api/client/features')).status).toBeLessThan(500)
    await runOnServer(database.url, 'drop trigger full_disk on events')
    expect((await create('too-much')).status).toBe(201)
    expect(app.backend.status().writable).toBe(true)
    await app.stop()
    await database.remove()
  })
})
