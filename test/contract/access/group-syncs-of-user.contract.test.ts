import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { signInWithIdentity } from '#domains/access/single-sign-on/sign-in-with-identity.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import type { GroupSyncsOfUser } from '#shared/access/schemas/group-sync.ts'
import type { CommonSsoSettings } from '#shared/access/schemas/single-sign-on.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'

const EDITOR_ROLE = 2
let app: TestBackend
let ann: number

beforeAll(async () => {
  app = await startBackend({ users: [{ username: 'ann', roles: ['Viewer'] }] })
  const { queries } = app.backend.store
  ann = (
    await queries.selectFrom('users').select('id').where('username', '=', 'ann').executeTakeFirstOrThrow()
  ).id
  for (const [name, mapping, rootRole] of [
    ['Ops', 'ops', EDITOR_ROLE],
    ['QA', 'qa', null],
  ])
    await app.call('POST', '/api/admin/groups', { body: { name, mappingsSSO: [mapping], rootRole } })
})
afterAll(() => app.stop())

/** A sign-in of Ann after the provider was verified, in one transaction. */
async function signIn(claims: object, settings: CommonSsoSettings = SYNCING): Promise<void> {
  const effects: (() => void | Promise<void>)[] = []
  const { store, services } = app.backend
  app.clock.advance(1000)
  await store.transaction((queries) =>
    signInWithIdentity(
      {
        everything: queries,
        now: app.clock.now(),
        ids: { hex: () => crypto.randomUUID() },
        caller: {},
        logger: { warn: () => undefined },
        record: () => undefined,
        onCommit: (effect: () => void | Promise<void>) => effects.push(effect),
      } as unknown as MutationContext,
      services,
      { integration: 'saml', subject: 'ann', email: 'ann', claims },
      settings,
    ),
  )
  for (const effect of effects) await effect()
}

const SYNCING: CommonSsoSettings = { enableGroupSyncing: true, groupJsonPath: 'groups' }

async function syncsOf(user: number): Promise<GroupSyncsOfUser['syncs']> {
  const { status, body } = await app.call('GET', `/api/admin/user-admin/${user}/group-syncs`)
  expect(status).toBe(200)
  return (body as GroupSyncsOfUser).syncs
}

describe('the group syncs of a user', () => {
  it('explain why the user joined and left groups, newest first', async () => {
    await signIn({ groups: ['ops', 'qa'] })
    await signIn({ groups: '["ops"]' })
    const [last, first] = await syncsOf(ann)
    expect(first).toMatchObject({
      integration: 'saml',
      sync: {
        path: 'groups',
        names: ['ops', 'qa'],
        groups: [
          { name: 'Ops', matched: ['ops'], effect: 'joins' },
          { name: 'QA', matched: ['qa'], effect: 'joins' },
        ],
        lost: [],
      },
    })
    expect(first?.sync.gained.map(({ permission }) => permission)).toContain('CREATE_SEGMENT')
    expect(last).toMatchObject({
      sync: {
        names: ['ops'],
        groups: [
          { name: 'Ops', effect: 'keeps' },
          { name: 'QA', mappingsSSO: ['qa'], matched: [], effect: 'leaves' },
        ],
        gained: [],
        lost: [],
      },
    })
    await signIn({ groups: [] })
    const [gone] = await syncsOf(ann)
    expect(gone?.sync.lost.map(({ permission }) => permission)).toContain('CREATE_SEGMENT')
  })

  it('explain why nothing changed', async () => {
    await signIn({})
    const [last] = await syncsOf(ann)
    expect(last?.sync).toMatchObject({
      names: null,
      groups: [],
      note: 'The path selects nothing. No group was changed.',
    })
  })

  it('are empty while group syncing is off', async () => {
    const before = await syncsOf(ann)
    await signIn({ groups: ['ops'] }, { enableGroupSyncing: false, groupJsonPath: 'groups' })
    await signIn({ groups: ['ops'] }, { enableGroupSyncing: true, groupJsonPath: '' })
    expect(await syncsOf(ann)).toEqual(before)
  })

  it('are for Admins only, and exist for users only', async () => {
    expect((await app.call('GET', `/api/admin/user-admin/${ann}/group-syncs`, { as: 'ann' })).status).toBe(
      403,
    )
    expect((await app.call('GET', '/api/admin/user-admin/9999/group-syncs')).status).toBe(404)
    expect((await app.call('GET', '/api/admin/user-admin/x/group-syncs')).status).toBe(400)
  })
})
