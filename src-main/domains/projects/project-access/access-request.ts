import { badData, notFound } from '#kernel/app-error.ts'
import type { Queries } from '#store/queries.ts'
import { isProjectRole } from '#domains/access/roles/role.ts'
import { readRoles } from '#domains/access/roles/roles.store.ts'
import type { RequestedHolder } from './change-access.ts'
import { readGroupsOf, readUserNames, type Holder } from './project-access.store.ts'

/** Only project roles that exist can be given in a project (docs/contract/access.md#project-access): 400. */
export async function requireProjectRoles(queries: Queries, ids: readonly number[]): Promise<void> {
  const valid = new Set((await readRoles(queries)).filter(isProjectRole).map((role) => role.id))
  const invalid = [...new Set(ids.filter((id) => !valid.has(id)))]
  if (invalid.length === 0) return
  throw badData(
    `You can't add access to a project with roles that aren't project roles or that don't exist. These roles are not valid: ${invalid.join(', ')}`,
    '/body/roles',
  )
}

/** Refuses with 400 users and groups that do not exist, where the request names them. */
export async function requireHolders(queries: Queries, wanted: readonly RequestedHolder[]): Promise<void> {
  const idsOf = (kind: Holder['kind']) => [
    ...new Set(wanted.filter((one) => one.kind === kind).map((one) => one.id)),
  ]
  const known = {
    user: await readUserNames(queries, idsOf('user')),
    group: await readGroupsOf(queries, idsOf('group')),
  }
  const missing = wanted.find(({ kind, id }) => !known[kind].has(id))
  if (missing) throw badData(`Could not find ${missing.kind} with id: ${missing.id}`, missing.path)
}

/** The name of a user; else 404 (recorded exchange users/update-unknown). */
export async function requireUserName(queries: Queries, id: number): Promise<string> {
  const name = (await readUserNames(queries, [id])).get(id)
  if (name === undefined) throw notFound('No user found')
  return name
}

/** The name of a group; else 404. */
export async function requireGroupName(queries: Queries, id: number): Promise<string> {
  const group = (await readGroupsOf(queries, [id])).get(id)
  if (group === undefined) throw notFound(`Could not find group with id: ${id}`)
  return group.name
}

/** Users and groups that a request names, each with the roles it is to have. */
export function requestedHoldersOf(
  {
    users = [],
    groups = [],
  }: { users?: readonly number[] | undefined; groups?: readonly number[] | undefined },
  roles: readonly number[],
  path = '/body',
): RequestedHolder[] {
  const named = (kind: Holder['kind'], ids: readonly number[], part: string) =>
    ids.map((id, index) => ({ kind, id, roles, path: `${path}/${part}/${index}` }))
  return [...named('user', users, 'users'), ...named('group', groups, 'groups')]
}
