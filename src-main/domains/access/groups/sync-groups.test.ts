import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import type { Group } from '#shared/access/schemas/group.ts'
import { SYSTEM } from '#kernel/caller.ts'
import type { NewEvent } from '#kernel/event.ts'
import { AccessDirectory } from '../access/access-directory.ts'
import { setRootRole } from '../access/access.store.ts'
import { BY_SSO } from './group.ts'
import { requireGroup } from './groups.read-model.ts'
import { addMembers } from './groups.store.ts'
import { syncGroups } from './sync-groups.ts'

const [ADMIN_ROLE, EDITOR, VIEWER] = [1, 2, 3]
const AT = '2026-11-21T12:00:00.000Z'
let app: TestBackend
let access: AccessDirectory
let ann: number
let warnings: string[]

beforeAll(async () => {
  app = await startBackend({
    users: [
      { username: 'ann', roles: ['Viewer'] },
      { username: 'bob', roles: ['Viewer'] },
    ],
  })
  access = new AccessDirectory(app.backend.store.queries)
  const { id } = await app.backend.store.queries
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'ann')
    .executeTakeFirstOrThrow()
  ann = id
})

beforeEach(async () => {
  await app.backend.store.queries.deleteFrom('groups').execute()
  warnings = []
})

afterAll(() => app.stop())

const group = async (name: string, mappingsSSO: string[], rest: object = {}) => {
  const { body } = await app.call('POST', '/api/admin/groups', { body: { name, mappingsSSO, ...rest } })
  return (body as Group).id
}

const put = (groupId: number, createdBy: string) =>
  addMembers(app.backend.store.queries, groupId, [{ userId: ann, joinedAt: AT, createdBy }])

const isIn = async (groupId: number) =>
  (await requireGroup(app.backend.store.queries, groupId)).users.some(({ user }) => user.id === ann)

/** A sign-in of Ann, as SSO does it: in one transaction. Answers the events. */
async function signIn(externals: unknown): Promise<NewEvent[]> {
  const events: NewEvent[] = []
  const effects: (() => void | Promise<void>)[] = []
  await app.backend.store.transaction((queries) =>
    syncGroups(
      {
        everything: queries,
        now: app.clock.now(),
        record: (event: NewEvent) => events.push(event),
        onCommit: (effect: () => void | Promise<void>) => effects.push(effect),
        logger: { warn: (_fields: unknown, text?: string) => void warnings.push(text ?? '') },
      },
      access,
      { userId: ann, externals },
    ),
  )
  for (const effect of effects) await effect()
  return events
}

describe('group sync at sign-in', () => {
  it('adds the user to groups that are linked to a group of the identity provider', async () => {
    const linked = await group('Linked', ['oidc-devs', 'oidc-ops'], { rootRole: EDITOR })
    const other = await group('Other', ['oidc-sales'])
    const unlinked = await group('Unlinked', [])
    const events = await signIn(['oidc-ops', 'oidc-nobody'])
    expect([await isIn(linked), await isIn(other), await isIn(unlinked)]).toEqual([true, false, false])
    const { users } = await requireGroup(app.backend.store.queries, linked)
    expect(users).toMatchObject([{ joinedAt: AT, createdBy: BY_SSO }])
    expect(events).toEqual([
      {
        type: 'group-user-added',
        by: SYSTEM,
        data: { userId: ann, groupId: linked, username: 'ann', name: 'Linked' },
      },
    ])
    expect(access.grantsOf(ann)).toContainEqual(
      expect.objectContaining({ via: { kind: 'group-root-role', id: linked, name: 'Linked' } }),
    )
    expect(await signIn(['oidc-ops'])).toEqual([])
  })

  it.each(['OIDC-OPS', 'oidc-op', 'oidc-ops ', '*', 5, null, ['oidc-ops']])(
    'does not add the user for %j: names must match exactly',
    async (external) => {
      const id = await group('Linked', ['oidc-ops', '5'])
      expect(await signIn([external])).toEqual([])
      expect(await isIn(id)).toBe(false)
    },
  )

  it('removes the user from groups that a former sign-in added, once the identity provider no longer names them', async () => {
    const id = await group('Linked', ['oidc-ops'], { rootRole: EDITOR })
    await signIn(['oidc-ops'])
    const events = await signIn([])
    expect(await isIn(id)).toBe(false)
    expect(events).toMatchObject([
      { type: 'group-user-removed', by: SYSTEM, data: { userId: ann, groupId: id } },
    ])
    expect(access.grantsOf(ann).map((grant) => grant.role.id)).toEqual([VIEWER])
  })

  it('keeps a membership that was added by hand', async () => {
    const id = await group('Linked', ['oidc-ops'])
    await put(id, 'admin')
    expect(await signIn(['oidc-ops'])).toEqual([])
    expect(await signIn([])).toEqual([])
    expect(await isIn(id)).toBe(true)
    const { users } = await requireGroup(app.backend.store.queries, id)
    expect(users[0]?.createdBy).toBe('admin')
  })

  it('keeps a membership of a group that is no longer linked', async () => {
    const id = await group('Once linked', [])
    await put(id, BY_SSO)
    expect(await signIn([])).toEqual([])
    expect(await isIn(id)).toBe(true)
  })

  it.each([undefined, null, 'oidc-ops', { groups: ['oidc-ops'] }, 7])(
    'changes nothing when the claim is not a list: %j',
    async (externals) => {
      const [linked, left] = [await group('Linked', ['oidc-ops']), await group('Left', ['oidc-devs'])]
      await put(left, BY_SSO)
      expect(await signIn(externals)).toEqual([])
      expect([await isIn(linked), await isIn(left)]).toEqual([false, true])
    },
  )

  it('changes only the memberships of the user who signs in', async () => {
    const id = await group('Linked', ['oidc-ops'])
    await signIn(['oidc-ops'])
    const { users } = await requireGroup(app.backend.store.queries, id)
    expect(users.map(({ user }) => user.username)).toEqual(['ann'])
  })

  it('never leaves the instance without an Admin', async () => {
    const { queries } = app.backend.store
    const id = await group('Admins', ['oidc-admins'], { rootRole: ADMIN_ROLE })
    await signIn(['oidc-admins'])
    await setRootRole(queries, 1, VIEWER, AT)
    expect(await signIn([])).toEqual([])
    expect(await isIn(id)).toBe(true)
    expect(warnings).toEqual(['kept in the group in spite of SSO: nobody else is Admin'])
    await setRootRole(queries, 1, ADMIN_ROLE, AT)
    expect(await signIn([])).toMatchObject([{ type: 'group-user-removed' }])
    expect(await isIn(id)).toBe(false)
  })
})
