import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { createProject } from '#shared/projects/contract/project-lifecycle.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { createSegment } from '#shared/flags/contract/segments.ts'
import { createGroup } from '#shared/access/contract/groups.ts'
import { createUser } from '#shared/access/contract/users.ts'
import { createRole } from '#shared/access/contract/roles.ts'
import { createApiToken } from '#shared/access/contract/api-tokens.ts'
import { searchEverything } from '#shared/flags/contract/search.ts'
import { processorMs } from '#support/runner/processor-time.ts'

let app: TestBackend

beforeAll(async () => {
  app = await startBackend({
    users: [
      { username: 'boss', roles: ['Admin'] },
      { username: 'viewer', roles: ['Viewer'] },
      {
        username: 'tokens',
        roles: ['Viewer'],
        permissions: [{ permission: 'READ_FRONTEND_API_TOKEN' }],
        atRoot: true,
      },
    ],
  })
  const made = [
    await app.call(createProject, { body: { id: 'shop', name: 'Grace shop' } }),
    await app.call(createProject, { body: { id: 'hidden', name: 'Grace hidden', mode: 'private' } }),
    await app.call(createFeature, { params: { projectId: 'shop' }, body: { name: 'grace-period' } }),
    await app.call(createFeature, { params: { projectId: 'shop' }, body: { name: 'new-checkout' } }),
    await app.call(createFeature, { params: { projectId: 'hidden' }, body: { name: 'grace-secret' } }),
    await app.call(createSegment, { body: { name: 'grace segment', constraints: [] } }),
    await app.call(createGroup, { body: { name: 'Grace group' } }),
    await app.call(createUser, { body: { username: 'grace', email: 'grace@example.com', rootRole: 3 } }),
    await app.call(createRole, {
      body: { name: 'Grace role', description: '', type: 'root-custom', permissions: [] },
    }),
    await app.call(createApiToken, {
      body: { tokenName: 'grace frontend', type: 'frontend', environment: 'development', projects: ['shop'] },
    }),
    await app.call(createApiToken, {
      body: { tokenName: 'grace backend', type: 'backend', environment: 'development', projects: ['shop'] },
    }),
    await app.call(createApiToken, {
      body: { tokenName: 'grace secret', type: 'frontend', environment: 'development', projects: ['hidden'] },
    }),
  ]
  expect(made.filter(({ status }) => status >= 300)).toEqual([])
})
afterAll(() => app.stop())

const ask = (text: string, as?: string) =>
  app.call(searchEverything, { query: { query: text }, ...(as ? { as } : {}) })
const find = async (text: string, as?: string) => (await ask(text, as)).body.items
const named = async (text: string, as?: string) =>
  (await find(text, as)).map(({ kind, name }) => `${kind} ${name}`).sort()

describe('the search for everything', () => {
  it('finds items of all kinds by name', async () => {
    expect(await named('grace', 'boss')).toEqual([
      'api-token grace backend',
      'api-token grace frontend',
      'api-token grace secret',
      'flag grace-period',
      'flag grace-secret',
      'group Grace group',
      'project Grace hidden',
      'project Grace shop',
      'role Grace role',
      'segment grace segment',
      'user grace',
    ])
  })

  it('omits private projects and users for callers without access to them', async () => {
    expect(await named('grace', 'viewer')).toEqual([
      'flag grace-period',
      'group Grace group',
      'project Grace shop',
      'segment grace segment',
    ])
  })

  it('includes API tokens of the kinds that the caller may read', async () => {
    const found = await named('grace', 'tokens')
    expect(found.filter((name) => name.startsWith('api-token'))).toEqual([
      'api-token grace frontend',
      // a custom root role sees private projects
      'api-token grace secret',
    ])
  })

  it('returns the environments of found flags', async () => {
    expect(await find('grace-period', 'viewer')).toEqual([
      {
        kind: 'flag',
        id: 'grace-period',
        name: 'grace-period',
        project: 'shop',
        note: null,
        environments: [
          { name: 'development', enabled: false },
          { name: 'production', enabled: false },
        ],
      },
    ])
  })

  it('finds words in any order and abbreviations, and treats wildcards as letters', async () => {
    expect(await named('checkout new', 'viewer')).toEqual(['flag new-checkout'])
    expect(await named('nwchk', 'viewer')).toEqual(['flag new-checkout'])
    expect(await named('%', 'boss')).toEqual([])
  })

  it('requires a text of at most 100 characters, and a signed-in user', async () => {
    expect((await ask(' ')).status).toBe(400)
    expect((await ask('x'.repeat(101))).status).toBe(400)
    expect((await app.call(searchEverything, { query: { query: 'a' }, token: null })).status).toBe(401)
  })

  it('finds in 5,000 flags and 10,000 users within 50 ms', async () => {
    const { store } = app.backend
    await store.transaction(async (queries) => {
      const numbers = (most: number) =>
        sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${most})`
      await sql`insert into features
        (name, project, type, description, stale, impression_data, created_at, created_by_user_id)
        ${numbers(5000)} select 'flag-number-' || i, 'shop', 'release', null, 0, 0,
          '2026-01-01T00:00:00.000Z', 1 from n`.execute(queries)
      await sql`insert into users (username, email, login_attempts, created_at)
        ${numbers(10_000)} select 'person-' || i, 'person-' || i || '@example.com', 0,
          '2026-01-01T00:00:00.000Z' from n`.execute(queries)
    })
    await find('warm', 'boss')
    const times: number[] = []
    for (const text of ['flag-number-4711', 'person 99', 'fn47', 'e', 'nothing like it'])
      times.push(await processorMs(() => find(text, 'boss')))
    times.sort((a, b) => a - b)
    // the median of five texts
    expect(times[2]).toBeLessThan(50)
    expect((await find('e', 'boss')).length).toBeLessThanOrEqual(16 * 8)
  })
})
