import type { ProjectListItem } from '../../../src-shared/schemas/project.ts'
import type { Queries } from '../../store/queries.ts'
import { imageUrlOf } from '../users/index.ts'

export interface Members {
  count: number
  owners: ProjectListItem['owners']
}

const OWNER = 'Owner'

/** Who holds a role in each project; one without an Owner is owned by the system (document: "Project roles"). */
export async function readMembers(queries: Queries): Promise<(project: string) => Members> {
  const rows = await queries
    .selectFrom('user_roles')
    .innerJoin('roles', 'roles.id', 'user_roles.role_id')
    .innerJoin('users', 'users.id', 'user_roles.user_id')
    .where('user_roles.project', '!=', '')
    .select([
      'user_roles.project',
      'users.id',
      'users.name',
      'users.username',
      'users.email',
      'roles.name as role',
      'roles.type',
    ])
    .orderBy('users.id')
    .execute()
  return (project) => {
    const here = rows.filter((row) => row.project === project)
    const owners = here
      .filter((row) => row.role === OWNER && row.type === 'project')
      .map((row) => ({
        ownerType: 'user' as const,
        name: row.name ?? row.username ?? row.email ?? String(row.id),
        ...(row.email === null ? {} : { email: row.email }),
        imageUrl: imageUrlOf(row),
      }))
    return {
      count: new Set(here.map((row) => row.id)).size,
      owners: owners.length > 0 ? owners : [{ ownerType: 'system' as const }],
    }
  }
}

/** Members whose first role in the project was given at `since` or later. */
export async function countMembersAdded(queries: Queries, project: string, since: string): Promise<number> {
  const rows = await queries
    .selectFrom('user_roles')
    .select((eb) => ['user_id', eb.fn.min('created_at').as('joined')])
    .where('project', '=', project)
    .groupBy('user_id')
    .execute()
  return rows.filter((row) => row.joined >= since).length
}
