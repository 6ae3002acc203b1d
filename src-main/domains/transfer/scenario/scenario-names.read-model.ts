import type { Queries } from '#store/queries.ts'

/** Reads the names or ids of everything that a scenario can hold, in stable order. */
export async function readOwners(queries: Queries) {
  const [environments, roles, groups, projects, contextFields, tagTypes, segments] = [
    await queries.selectFrom('environments').select('name').orderBy('sort_order').orderBy('name').execute(),
    await queries.selectFrom('roles').select(['id', 'name']).orderBy('name').execute(),
    await queries.selectFrom('groups').select(['id', 'name']).orderBy('name').execute(),
    await queries.selectFrom('projects').select('id').orderBy('id').execute(),
    await queries.selectFrom('context_fields').select('name').orderBy('name').execute(),
    await queries.selectFrom('tag_types').select('name').orderBy('name').execute(),
    await queries.selectFrom('segments').select(['id', 'name']).orderBy('name').execute(),
  ]
  return { environments, roles, groups, projects, contextFields, tagTypes, segments }
}
export type Owners = Awaited<ReturnType<typeof readOwners>>

/** Reads the names of all flags, archived ones included. */
export async function readFlagNames(queries: Queries): Promise<string[]> {
  const rows = await queries.selectFrom('features').select('name').orderBy('name').execute()
  return rows.map(({ name }) => name)
}

/** Reads people and service accounts with their root roles. */
export async function readAccountsWithRole(queries: Queries) {
  return queries
    .selectFrom('users')
    .leftJoin('user_roles', (join) =>
      join.onRef('user_roles.user_id', '=', 'users.id').on('user_roles.project', '=', ''),
    )
    .select(['users.id', 'users.kind', 'users.username', 'users.email', 'users.name'])
    .select('user_roles.role_id as rootRole')
    .orderBy('users.id')
    .execute()
}
