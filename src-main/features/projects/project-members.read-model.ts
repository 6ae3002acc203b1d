import type { ProjectListItem } from '../../../src-shared/schemas/project.ts'
import type { Queries } from '../../store/queries.ts'
import { displayNameOf, imageUrlOf } from '../users/index.ts'

export interface Members {
  count: number
  owners: ProjectListItem['owners']
}

/** The predefined role, which cannot be changed (semantics.md 1.2). */
const OWNER_ROLE_ID = 4

/**
 * Who holds a role in each project, by oneself or through a group, each counted once; users and groups that are Owner.
 * A project without an Owner is owned by the system (document: "Project roles"; semantics.md 3.3).
 */
export async function readMembers(queries: Queries): Promise<(project: string) => Members> {
  const users = await readUsers(queries)
  const groups = await queries
    .selectFrom('group_roles')
    .innerJoin('groups', 'groups.id', 'group_roles.group_id')
    .select(['group_roles.project', 'group_roles.role_id as roleId', 'groups.name'])
    .orderBy('groups.id')
    .execute()
  const throughGroups = await queries
    .selectFrom('group_roles')
    .innerJoin('group_users', 'group_users.group_id', 'group_roles.group_id')
    .select(['group_roles.project', 'group_users.user_id as id'])
    .distinct()
    .execute()
  return (project) => {
    const here = <Row extends { project: string }>(rows: readonly Row[]) =>
      rows.filter((row) => row.project === project)
    const owners: Exclude<Members['owners'][number], { ownerType: 'system' }>[] = [
      ...here(users)
        .filter((row) => row.roleId === OWNER_ROLE_ID)
        .map((row) => ({
          ownerType: 'user' as const,
          name: displayNameOf(row),
          ...(row.email === null ? {} : { email: row.email }),
          imageUrl: imageUrlOf(row),
        })),
      ...here(groups)
        .filter((row) => row.roleId === OWNER_ROLE_ID)
        .map(({ name }) => ({ ownerType: 'group' as const, name })),
    ]
    return {
      count: new Set([...here(users), ...here(throughGroups)].map((row) => row.id)).size,
      owners: owners.length > 0 ? owners : [{ ownerType: 'system' as const }],
    }
  }
}

async function readUsers(queries: Queries) {
  return queries
    .selectFrom('user_roles')
    .innerJoin('users', 'users.id', 'user_roles.user_id')
    .where('user_roles.project', '!=', '')
    .select([
      'user_roles.project',
      'user_roles.role_id as roleId',
      'users.id',
      'users.name',
      'users.username',
      'users.email',
    ])
    .orderBy('users.id')
    .execute()
}

/** Members who became one at `since` or later: by a first role of their own, or of a group they were in by then. */
export async function countMembersAdded(queries: Queries, project: string, since: string): Promise<number> {
  const own = await queries
    .selectFrom('user_roles')
    .select(['user_id as id', 'created_at as at'])
    .where('project', '=', project)
    .execute()
  const throughGroups = await queries
    .selectFrom('group_roles')
    .innerJoin('group_users', 'group_users.group_id', 'group_roles.group_id')
    .select([
      'group_users.user_id as id',
      'group_roles.created_at as given',
      'group_users.joined_at as joined',
    ])
    .where('group_roles.project', '=', project)
    .execute()
  const ways = [
    ...own,
    ...throughGroups.map(({ id, given, joined }) => ({ id, at: given > joined ? given : joined })),
  ]
  const before = new Set(ways.filter((one) => one.at < since).map((one) => one.id))
  return new Set(ways.map((one) => one.id).filter((id) => !before.has(id))).size
}
