import { idOfPermission, isPermission } from '#shared/access/permissions/index.ts'
import type { Role } from '#shared/access/schemas/role.ts'
import { notFound } from '#kernel/app-error.ts'
import { keepIds } from '#store/engines/portable.ts'
import { insertAll } from '#store/insert-all.ts'
import type { Queries } from '#store/queries.ts'
import type { HeldPermission, RoleFacts } from './role.ts'

/** All roles, by id: the predefined ones first. */
export async function readRoles(queries: Queries): Promise<Role[]> {
  return queries.selectFrom('roles').select(['id', 'name', 'description', 'type']).orderBy('id').execute()
}

/** A role with its permissions, in the order of the catalogue; else 404 (docs/contract/access.md#roles). */
export async function requireRole(queries: Queries, id: number): Promise<RoleFacts> {
  const row = await queries
    .selectFrom('roles')
    .select(['id', 'name', 'description', 'type'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound(`Could not find role with id: ${id}`)
  return { ...row, permissions: await readPermissions(queries, id) }
}

async function readPermissions(queries: Queries, id: number): Promise<HeldPermission[]> {
  const rows = await queries
    .selectFrom('role_permissions')
    .select(['permission', 'environment'])
    .where('role_id', '=', id)
    .execute()
  return rows
    .flatMap(({ permission, environment }) =>
      isPermission(permission) ? [{ permission, ...(environment === '' ? {} : { environment }) }] : [],
    )
    .sort((one, other) => idOfPermission(one.permission) - idOfPermission(other.permission))
}

export async function findRoleByName(queries: Queries, name: string): Promise<{ id: number } | undefined> {
  return queries.selectFrom('roles').select('id').where('name', '=', name).executeTakeFirst()
}

export async function insertRole(
  queries: Queries,
  role: Omit<RoleFacts, 'id'> & { id?: number },
): Promise<RoleFacts> {
  const { name, description, type } = role
  const { id } = await queries
    .insertInto('roles')
    .values({ ...(role.id === undefined ? {} : { id: role.id }), name, description, type })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (role.id !== undefined) await keepIds('roles').execute(queries)
  await replacePermissions(queries, id, role.permissions)
  return { ...role, id }
}

export async function updateRoleRow(queries: Queries, { id, name, description }: RoleFacts): Promise<void> {
  await queries.updateTable('roles').set({ name, description }).where('id', '=', id).execute()
}

export async function replacePermissions(
  queries: Queries,
  roleId: number,
  permissions: readonly HeldPermission[],
): Promise<void> {
  await queries.deleteFrom('role_permissions').where('role_id', '=', roleId).execute()
  await insertAll(
    queries,
    'role_permissions',
    permissions.map(({ permission, environment }) => ({
      role_id: roleId,
      permission,
      environment: environment ?? '',
    })),
  )
}

export async function deleteRoleRow(queries: Queries, id: number): Promise<void> {
  await queries.deleteFrom('roles').where('id', '=', id).execute()
}
