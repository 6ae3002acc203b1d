import type { Role } from '../../../src-shared/schemas/role.ts'
import type { Queries } from '../../store/queries.ts'

/** All roles by their numbers. */
export async function readRoles(queries: Queries): Promise<Map<number, Role>> {
  const rows = await queries.selectFrom('roles').select(['id', 'name', 'description', 'type']).execute()
  return new Map(rows.map((row) => [row.id, { ...row, type: row.type as Role['type'] }]))
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
