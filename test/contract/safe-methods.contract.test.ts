import { createHash } from 'node:crypto'

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { query } from '#kernel/use-case.ts'
import { OPERATIONS } from '#shared/contract/index.ts'
import * as remotes from '#shared/transfer/contract/remotes.ts'
import { SIGN_IN_STEPS } from '#support/window/sign-in-steps.ts'
import { requireSuccess } from '#support/service/private-project.ts'
import { ADMIN, BACKEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { toggleFeatureEnvironmentOn } from '#shared/flags/contract/feature-environments.ts'
import { createSegment } from '#shared/flags/contract/segments.ts'
import { createGroup } from '#shared/access/contract/groups.ts'
import { createRemote } from '#shared/transfer/contract/remotes.ts'
import { recordImpressions } from '#shared/clients/contract/impressions.ts'

/** GET, and queries of the window, change nothing that is stored and send nothing to anybody. */
let app: TestBackend
beforeAll(async () => {
  // counts of traffic and last uses are collected in memory and written each 30 s: a slow run would meet that
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  app = await startBackend({
    users: [{ username: 'root', roles: ['Admin'] }],
    rateLimits: { perMinute: {} },
  })
  await requireSuccess(
    app.call(createFeature, {
      params: { projectId: 'default' },
      body: { name: 'flag', impressionData: true },
    }),
  )
  await requireSuccess(
    app.call(toggleFeatureEnvironmentOn, {
      params: { projectId: 'default', featureName: 'flag', environment: 'development' },
    }),
  )
  await requireSuccess(app.call(createSegment, { body: { name: 'one', constraints: [] } }))
  await requireSuccess(app.call(createGroup, { body: { name: 'team' } }))
})
afterAll(async () => {
  await app.stop()
  vi.useRealTimers()
})

const VALUES: Readonly<Record<string, string>> = {
  projectId: 'default',
  project: 'default',
  featureName: 'flag',
  childName: 'flag',
  environment: 'development',
  environmentId: 'development',
  period: '2026-11',
}
const valueOf = (name: string) => VALUES[name] ?? (/id$/i.test(name) ? '1' : 'flag')

/** A digest of every table. */
async function digest(): Promise<Record<string, string>> {
  const { queries } = app.backend.store
  const { rows: tables } = await sql<{ name: string }>`
    select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`.execute(queries)
  const digests: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(queries)
    digests[name] = createHash('sha256').update(JSON.stringify(rows)).digest('hex')
  }
  return digests
}

describe('the safe methods', () => {
  it('change nothing on any GET of the contract', async () => {
    const before = await digest()
    let answered = 0
    for (const { method, path, audience, operationId } of OPERATIONS) {
      if (method !== 'GET' || operationId === 'getStreaming' || SIGN_IN_STEPS.includes(operationId)) continue
      const url = path.replace(/:(\w+)/g, (_whole, name: string) => valueOf(name))
      const token = audience === 'client' || audience === 'sdk' ? BACKEND : ADMIN
      const { status } = await app.call('GET', url, { token })
      expect(status, `${operationId} ${url}`).toBeLessThan(500)
      if (status === 200) answered++
    }
    expect(answered).toBeGreaterThan(80)
    expect(await digest()).toEqual(before)
  })

  it('are not HEAD where a GET begins or ends a session', async () => {
    const before = await digest()
    for (const { path, operationId } of OPERATIONS)
      if (
        [...SIGN_IN_STEPS, 'redeemSignInLink'].includes(operationId) &&
        // it only redirects
        operationId !== 'beginSamlSignIn'
      )
        expect(
          (await app.call('HEAD', path.replace(':secret', 'x'), { token: null })).status,
          operationId,
        ).toBe(405)
    expect(await digest()).toEqual(before)
  })

  it('change nothing on any query of the window', async () => {
    const before = await digest()
    const procedures = Object.entries(
      app.backend.appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>,
    )
    const params = Object.fromEntries(
      [
        'projectId',
        'project',
        'featureName',
        'environment',
        'environmentId',
        'id',
        'roleId',
        'groupId',
        'userId',
      ].map((name) => [name, valueOf(name)] as const),
    )
    const body = { name: 'new-name', id: 'new-id', environments: ['development'], context: { appName: 'x' } }
    let answered = 0
    for (const [name, { _def }] of procedures) {
      if (_def.type !== 'query') continue
      const input = encodeURIComponent(JSON.stringify({ params, query: {}, body }))
      const { status } = await app.call('GET', `/trpc/${name}?input=${input}`, { as: 'root' })
      expect(status, name).toBeLessThan(500)
      if (status === 200) answered++
    }
    expect(answered).toBeGreaterThan(60)
    expect(await digest()).toEqual(before)
  })

  it.each(['checkRemote', 'forgetRemoteToken', 'previewRemotePull'])(
    'cannot run %s, which is a mutation',
    async (name) => {
      const created = await app.call(createRemote, { body: { name, url: 'http://127.0.0.1:9' } })
      const { id } = created.body
      const input = encodeURIComponent(JSON.stringify({ params: { id: String(id) }, body: {} }))
      expect((await app.call('GET', `/trpc/${name}?input=${input}`, { as: 'root' })).status).toBe(405)
    },
  )

  it('cannot declare PUT, PATCH or DELETE as a query', () => {
    expect(() => query(remotes.forgetRemoteToken, async () => undefined)).toThrow(/make it a mutation/)
  })
})

describe('the session cookie', () => {
  const impression = (headers: Record<string, string>) =>
    app.call(recordImpressions, {
      as: 'root',
      headers,
      body: { eventType: 'isEnabled', eventId: 'x', featureName: 'flag', context: {} },
    })

  it.each(['https://elsewhere.example', 'http://localhost:9999', 'null'])(
    'gives pages of %s no access, impressions included',
    async (origin) => {
      expect((await impression({ origin })).status).toBe(401)
    },
  )

  it('lets the window’s own pages send impressions', async () => {
    expect((await impression({ origin: 'http://localhost:4242' })).status).toBe(202)
    expect((await impression({})).status).toBe(202)
  })
})
