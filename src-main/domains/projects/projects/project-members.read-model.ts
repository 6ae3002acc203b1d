import { OWNER_ROLE_ID } from '#shared/access/permissions/index.ts'
import type { ProjectListItem } from '#shared/projects/schemas/project.ts'
import { Turn } from '#runtime/turn.ts'
import { groupRows } from '#store/group-rows.ts'
import { inList } from '#store/in-list.ts'
import type { Queries } from '#store/queries.ts'
import { displayNameOf, imageUrlOf } from '#domains/access/users/user.ts'

export interface Members {
  count: number
  owners: ProjectListItem['owners']
}

/**
 * Reads the members of some projects, or of all: users with a role in one, by themselves or through a group, each
 * counted once, and its Owners. A project without an Owner is owned by the system.
 */
export async function readMembers(
  queries: Queries,
  projects?: readonly string[],
): Promise<(project: string) => Members> {
  const turn = new Turn()
  const users = await readUsers(queries, projects)
  await turn.pause()
  const groups = await queries
    .selectFrom('group_roles')
    .innerJoin('groups', 'groups.id', 'group_roles.group_id')
    .select(['group_roles.project', 'group_roles.role_id as roleId', 'groups.name'])
    .$if(projects !== undefined, (q) =>
      q.where((eb) => inList(eb.ref('group_roles.project'), projects ?? [])),
    )
    .orderBy('groups.id')
    .execute()
  const throughGroups = await queries
    .selectFrom('group_roles')
    .innerJoin('group_users', 'group_users.group_id', 'group_roles.group_id')
    .select(['group_roles.project', 'group_users.user_id as id'])
    .$if(projects !== undefined, (q) =>
      q.where((eb) => inList(eb.ref('group_roles.project'), projects ?? [])),
    )
    .distinct()
    .execute()
  await turn.pause()
  const usersOf = groupRows(users, (row) => row.project)
  const groupsOf = groupRows(groups, (row) => row.project)
  const throughGroupsOf = groupRows(throughGroups, (row) => row.project)
  return (project) => {
    const own = usersOf.get(project) ?? []
    const owners: Exclude<Members['owners'][number], { ownerType: 'system' }>[] = [
      ...own
        .filter((row) => row.roleId === OWNER_ROLE_ID)
        .map((row) => ({
          ownerType: 'user' as const,
          name: displayNameOf(row),
          ...(row.email === null ? {} : { email: row.email }),
          imageUrl: imageUrlOf(row),
        })),
      ...(groupsOf.get(project) ?? [])
        .filter((row) => row.roleId === OWNER_ROLE_ID)
        .map(({ name }) => ({ ownerType: 'group' as const, name })),
    ]
    return {
      count: new Set([...own, ...(throughGroupsOf.get(project) ?? [])].map((row) => row.id)).size,
      owners: owners.length > 0 ? owners : [{ ownerType: 'system' as const }],
    }
  }
}

async function readUsers(queries: Queries, projects: readonly string[] | undefined) {
  return queries
    .selectFrom('user_roles')
    .innerJoin('users', 'users.id', 'user_roles.user_id')
    .where('user_roles.project', '!=', '')
    .$if(projects !== undefined, (q) => q.where((eb) => inList(eb.ref('user_roles.project'), projects ?? [])))
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
