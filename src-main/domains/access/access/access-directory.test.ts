import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { decide, type Requirement } from '#shared/access/rules/index.ts'
import { makeTempPlace } from '#support/runner/temp-place.ts'
import { wasm } from '#support/runner/wasm.ts'
import { openStore } from '#store/open-store.ts'
import type { Store } from '#store/store.ts'
import { systemIds } from '#kernel/ids.ts'
import { seedInstance } from '#domains/transfer/seed/seed-instance.ts'
import { insertUser } from '../users/users.store.ts'
import { AccessDirectory } from './access-directory.ts'
import { assignRole, setRootRole } from './access.store.ts'
import { requireAdminLeft } from '../roles/role-rules.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')
const AT = NOW.toISOString()
const [ADMIN, EDITOR, VIEWER, MEMBER] = [1, 2, 3, 5]

let store: Store
let access: AccessDirectory
let userId: number
let removeFolder: () => Promise<void>

beforeAll(async () => {
  const { at, remove } = await makeTempPlace()
  removeFolder = remove
  store = await openStore({ ...at, wasm, now: () => NOW })
  await store.transaction((queries) =>
    seedInstance(queries, NOW, {
      initialTokens: { admin: [], backend: [], frontend: [] },
      ids: systemIds,
      admin: { username: 'admin' },
    }),
  )
  userId = await store.transaction(async (queries) => {
    const { id } = await insertUser(queries, { username: 'ann', createdAt: AT })
    await assignRole(queries, { userId: id, roleId: VIEWER }, AT)
    return id
  })
  access = new AccessDirectory(store.queries)
  await access.reload()
})

afterAll(async () => {
  await store.close()
  await removeFolder()
})

const may = (needed: Requirement) =>
  decide({ kind: 'user', id: userId, name: 'ann', grants: access.grantsOf(userId) }, needed).allowed

const addGroup = (name: string, rootRoleId: number | null, project?: string) =>
  store.transaction(async (queries) => {
    const { id } = await queries
      .insertInto('groups')
      .values({ name, created_at: AT, mappings_sso: '[]', root_role_id: rootRoleId })
      .returning('id')
      .executeTakeFirstOrThrow()
    await queries.insertInto('group_users').values({ group_id: id, user_id: userId, joined_at: AT }).execute()
    if (project !== undefined)
      await queries
        .insertInto('group_roles')
        .values({ group_id: id, role_id: MEMBER, project, created_at: AT })
        .execute()
    return id
  })

const removeGroup = (id: number) =>
  store.transaction((queries) => queries.deleteFrom('groups').where('id', '=', id).execute())

describe('the directory of grants', () => {
  it('returns what a group gives in a project, and its root role everywhere', async () => {
    expect(may({ anyOf: ['CREATE_FEATURE'], project: 'default' })).toBe(false)
    const inProject = await addGroup('in project', null, 'default')
    const atRoot = await addGroup('at root', EDITOR)
    await access.reload()
    expect(access.grantsOf(userId).map(({ role, via, project }) => [role.name, via.kind, project])).toEqual([
      ['Viewer', 'direct', undefined],
      ['Member', 'group', 'default'],
      ['Editor', 'group-root-role', undefined],
    ])
    expect(may({ anyOf: ['CREATE_SEGMENT'] })).toBe(true)
    await removeGroup(inProject)
    await removeGroup(atRoot)
    await access.reload()
    expect(may({ anyOf: ['CREATE_SEGMENT'] })).toBe(false)
    expect(may({ anyOf: ['CREATE_FEATURE'], project: 'default' })).toBe(false)
  })

  it('matches the last commit after overlapping reads', async () => {
    const readings: Promise<void>[] = []
    for (const roleId of [EDITOR, VIEWER, EDITOR, VIEWER, EDITOR]) {
      await store.transaction((queries) => setRootRole(queries, userId, roleId, AT))
      readings.push(access.reload())
    }
    await Promise.all(readings)
    expect(access.grantsOf(userId).map(({ role }) => role.name)).toEqual(['Editor'])
    await store.transaction((queries) => setRootRole(queries, userId, VIEWER, AT))
    await access.reload()
  })
})

describe('the guard of the last Admin', () => {
  const withoutAdmin = (
    more?: (queries: Parameters<Parameters<Store['transaction']>[0]>[0]) => Promise<unknown>,
  ) =>
    store.transaction(async (queries) => {
      await setRootRole(queries, 1, VIEWER, AT)
      await more?.(queries)
      await requireAdminLeft(queries)
      throw new Error('taken back')
    })

  it('rolls a change back that would leave no Admin', async () => {
    await expect(withoutAdmin()).rejects.toMatchObject({ name: 'InvalidOperationError', status: 403 })
    await access.reload()
    expect(access.grantsOf(1).map(({ role }) => role.name)).toEqual(['Admin'])
  })

  it('allows a change while another user is Admin, directly or through a group', async () => {
    await expect(withoutAdmin((queries) => setRootRole(queries, userId, ADMIN, AT))).rejects.toThrow(
      'taken back',
    )
    const group = await addGroup('admins', ADMIN)
    await expect(withoutAdmin()).rejects.toThrow('taken back')
    await removeGroup(group)
  })

  it('does not count a service account, which cannot sign in', async () => {
    await expect(
      withoutAdmin(async (queries) => {
        const { id } = await insertUser(queries, { username: 'robot', createdAt: AT })
        await queries.updateTable('users').set({ kind: 'service-account' }).where('id', '=', id).execute()
        await assignRole(queries, { userId: id, roleId: ADMIN }, AT)
      }),
    ).rejects.toMatchObject({ name: 'InvalidOperationError' })
  })
})
