import type { Role } from '#shared/access/schemas/role.ts'
import type { Queries } from '#store/queries.ts'

/** All roles by their numbers. */
export async function readRoles(queries: Queries): Promise<Map<number, Role>> {
  const rows = await queries.selectFrom('roles').select(['id', 'name', 'description', 'type']).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** The ids of the projects that are not archived. */
export async function readActiveProjects(queries: Queries): Promise<string[]> {
  const rows = await queries
    .selectFrom('projects')
    .select('id')
    .where('archived_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

/** The groups that a person is in, by name. */
export async function readGroupNames(queries: Queries, user: number): Promise<string[]> {
  const rows = await queries
    .selectFrom('groups')
    .innerJoin('group_users', 'group_users.group_id', 'groups.id')
    .select('groups.name')
    .where('group_users.user_id', '=', user)
    .orderBy('groups.name')
    .execute()
  return rows.map((row) => row.name)
}
