import type { Selectable } from 'kysely'

import type { Group, GroupMember } from '#shared/access/schemas/group.ts'
import { notFound } from '#kernel/app-error.ts'
import { inSteps, mapInSteps } from '#runtime/in-steps.ts'
import { groupRows } from '#store/group-rows.ts'
import { fromJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'
import type { Schema } from '#store/schema.ts'
import { toUser } from '../users/user.ts'
import type { LinkedGroup } from './group-changes.ts'

/** All groups by name, with their members and projects; `only`: just this one. */
export async function readGroups(queries: Queries, only?: number): Promise<Group[]> {
  let groups = queries.selectFrom('groups').selectAll().orderBy('name')
  if (only !== undefined) groups = groups.where('id', '=', only)
  const members = await readMembers(queries, only)
  const projects = await readProjects(queries, only)
  return mapInSteps(await groups.execute(), (row) => {
    const users = members.get(row.id) ?? []
    return {
      ...propertiesOf(row),
      users,
      projects: projects.get(row.id) ?? [],
      userCount: users.length,
    }
  })
}

export async function findGroup(queries: Queries, id: number): Promise<Group | undefined> {
  return (await readGroups(queries, id))[0]
}

export async function groupExists(queries: Queries, id: number): Promise<boolean> {
  return (
    (await queries.selectFrom('groups').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
  )
}

/** The group of an id; else 404. */
export async function requireGroup(queries: Queries, id: number): Promise<Group> {
  const group = await findGroup(queries, id)
  if (!group) throw notFound(`Could not find group with id ${id}`)
  return group
}

async function readMembers(queries: Queries, only?: number): Promise<Map<number, GroupMember[]>> {
  let query = queries
    .selectFrom('group_users')
    .innerJoin('users', 'users.id', 'group_users.user_id')
    .select([
      'group_users.group_id as groupId',
      'group_users.joined_at as joinedAt',
      'group_users.created_by as createdBy',
      'users.id',
      'users.name',
      'users.username',
      'users.email',
      'users.login_attempts as loginAttempts',
      'users.created_at as createdAt',
      'users.seen_at as seenAt',
      'users.kind',
      'users.scim_id as scimId',
    ])
    .orderBy('users.id')
  if (only !== undefined) query = query.where('group_users.group_id', '=', only)
  const members = new Map<number, GroupMember[]>()
  await inSteps(await query.execute(), ({ groupId, joinedAt, createdBy, ...user }) => {
    const ofGroup = members.get(groupId) ?? []
    if (ofGroup.length === 0) members.set(groupId, ofGroup)
    ofGroup.push({ user: toUser(user), joinedAt, createdBy })
  })
  return members
}

async function readProjects(queries: Queries, only?: number): Promise<Map<number, string[]>> {
  let query = queries
    .selectFrom('group_roles')
    .select(['group_id as groupId', 'project'])
    .distinct()
    .orderBy('project')
  if (only !== undefined) query = query.where('group_id', '=', only)
  const projects = new Map<number, string[]>()
  for (const [groupId, rows] of groupRows(await query.execute(), (row) => row.groupId))
    projects.set(
      groupId,
      rows.map((row) => row.project),
    )
  return projects
}

const propertiesOf = (row: Selectable<Schema['groups']>) => ({
  id: row.id,
  name: row.name,
  description: row.description,
  createdAt: row.created_at,
  createdBy: row.created_by,
  mappingsSSO: fromJson<string[]>(row.mappings_sso),
  rootRole: row.root_role_id,
  scimId: row.scim_id,
})

/** Reads the data that events keep of a group: its members as ids, however many (docs/contract/access.md#groups). */
export async function readGroupEventData(queries: Queries, id: number): Promise<Record<string, unknown>> {
  const row = await queries.selectFrom('groups').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const members = await queries
    .selectFrom('group_users')
    .select('user_id')
    .where('group_id', '=', id)
    .orderBy('user_id')
    .execute()
  return {
    ...propertiesOf(row),
    projects: (await readProjects(queries, id)).get(id) ?? [],
    userCount: members.length,
    users: members.map((member) => member.user_id),
  }
}

/** Reads the roles of a group in each project, by id. */
export async function readProjectRoles(
  queries: Queries,
  groupId: number,
): Promise<{ project: string; roles: number[] }[]> {
  const rows = await queries
    .selectFrom('group_roles')
    .select(['project', 'role_id as role'])
    .where('group_id', '=', groupId)
    .orderBy('project')
    .orderBy('role_id')
    .execute()
  return [...groupRows(rows, (row) => row.project)].map(([project, held]) => ({
    project,
    roles: held.map(({ role }) => role),
  }))
}

/** Reads the groups with SSO names, by name, each with one user's membership; 0: of nobody. */
export async function readLinkedGroups(queries: Queries, userId: number): Promise<LinkedGroup[]> {
  const rows = await queries
    .selectFrom('groups')
    .leftJoin('group_users', (join) =>
      join.onRef('group_users.group_id', '=', 'groups.id').on('group_users.user_id', '=', userId),
    )
    .select([
      'groups.id',
      'groups.name',
      'groups.mappings_sso as mappingsSSO',
      'group_users.joined_at as joinedAt',
      'group_users.created_by as createdBy',
    ])
    .where('groups.mappings_sso', '!=', '[]')
    .orderBy('groups.name')
    .execute()
  return rows.map(({ id, name, mappingsSSO, joinedAt, createdBy }) => ({
    id,
    name,
    mappingsSSO: fromJson<string[]>(mappingsSSO),
    ...(joinedAt === null ? {} : { member: { joinedAt, createdBy } }),
  }))
}
