import { createGroup, deleteGroup, updateGroup } from '#shared/access/contract/groups.ts'
import { createRole, deleteRole, updateRole } from '#shared/access/contract/roles.ts'
import { idOfPermission, isPermission } from '#shared/access/permissions/index.ts'
import { pick, WHOLE_FIELDS } from '#shared/audit/undo/index.ts'
import { groupRows } from '#store/group-rows.ts'
import { inList } from '#store/in-list.ts'
import { fromJson } from '#store/json.ts'
import { done, identityOf, type Data, type ItemKind } from './item-kind.ts'

export const role: ItemKind = {
  kind: 'role',
  names: (queries) => queries.selectFrom('roles').select('id as name').execute(),

  async read(queries, ids, parts) {
    const rows = await queries
      .selectFrom('roles')
      .select(['id', 'name', 'description', 'type'])
      .where((eb) => inList(eb.ref('id'), ids.map(Number)))
      .execute()
    const held = await queries
      .selectFrom('role_permissions')
      .select(['role_id', 'permission', 'environment'])
      .where((eb) => inList(eb.ref('role_id'), ids.map(Number)))
      .execute()
    const heldBy = groupRows(held, (one) => one.role_id)
    for (const row of rows) {
      const permissions = (heldBy.get(row.id) ?? [])
        .flatMap(({ permission, environment }) =>
          isPermission(permission) ? [{ permission, environment }] : [],
        )
        .sort((a, b) => idOfPermission(a.permission) - idOfPermission(b.permission))
        .map(({ permission, environment }) => ({
          name: permission,
          ...(environment === '' ? {} : { environment }),
        }))
      parts.set(['role', String(row.id)], pick({ ...row, permissions }, WHOLE_FIELDS.role))
    }
  },

  async perform({ perform }, { path: [, id], before, after }) {
    const params = { roleId: id }
    if (after === undefined) return done(perform(deleteRole, { params }))
    if (before !== undefined) return done(perform(updateRole, { params, body: after }))
    const { roles } = await perform(createRole, { body: after }, identityOf(id, after as Data))
    return roles.id
  },
}

export const group: ItemKind = {
  kind: 'group',
  names: (queries) => queries.selectFrom('groups').select('id as name').execute(),

  async read(queries, ids, parts) {
    const rows = await queries
      .selectFrom('groups')
      .select(['id', 'name', 'description', 'root_role_id as rootRole', 'mappings_sso'])
      .select(['created_at as createdAt', 'created_by as createdBy'])
      .where((eb) => inList(eb.ref('id'), ids.map(Number)))
      .execute()
    const members = await queries
      .selectFrom('group_users')
      .select(['group_id', 'user_id'])
      .where((eb) =>
        inList(
          eb.ref('group_id'),
          rows.map((row) => row.id),
        ),
      )
      .orderBy('user_id')
      .execute()
    const membersOf = groupRows(members, (one) => one.group_id)
    for (const row of rows) {
      const users = (membersOf.get(row.id) ?? []).map((one) => one.user_id)
      const item = { ...row, mappingsSSO: fromJson(row.mappings_sso), users }
      parts.set(['group', String(row.id)], pick(item, WHOLE_FIELDS.group))
    }
  },

  async perform({ perform }, { path: [, id], before, after }) {
    const params = { groupId: id }
    if (after === undefined) return done(perform(deleteGroup, { params }))
    const { users, ...content } = after as Data & { users?: readonly number[] }
    const body = { ...content, users: users?.map((user) => ({ user: { id: user } })) }
    if (before !== undefined) return done(perform(updateGroup, { params, body }))
    return (await perform(createGroup, { body }, identityOf(id, content))).id
  },
}
