import { badData, notFound } from '#kernel/app-error.ts'
import { PERMISSIONS, type PermissionScope } from '#shared/access/permissions/index.ts'
import { decide, type Grant, type AccessScope, type Subject } from '#shared/access/rules/index.ts'
import type { UserAccessOverview } from '#shared/access/schemas/access-overview.ts'
import type { Role } from '#shared/access/schemas/role.ts'
import { compositeKey } from '#shared/composite-key.ts'
import type { Queries } from '#store/queries.ts'

import type { AccessDirectory } from '../access/access-directory.ts'
import { environmentExists, environmentNames, projectExists } from '../access/places.read-model.ts'
import { toAdminPermission, toAdminPermissions } from '../roles/role.ts'
import { readRoles } from '../roles/roles.store.ts'
import { type StoredUser, toUser } from '../users/user.ts'
import { findUser } from '../users/users.store.ts'

/** Finds the account of a kind; 404 where there is none. */
export async function requireAccount(
  queries: Queries,
  kind: StoredUser['kind'],
  id: number,
): Promise<StoredUser> {
  const user = await findUser(queries, id)
  if (user?.kind === kind) return user
  throw notFound(kind === 'user' ? 'No user found' : 'No service account found')
}

/** The root role that somebody has, and not by way of a group. */
export const isOwnRootRole = ({ via, project }: Grant) => via.kind === 'direct' && project === undefined

/** Without project, its permissions are judged as "in any"; those of environments are listed for the one that is named. */
export async function readOverview(
  queries: Queries,
  access: AccessDirectory,
  user: StoredUser,
  place: { project?: string | undefined; environment?: string | undefined },
): Promise<UserAccessOverview> {
  const { project, environment } = place
  if (project !== undefined && !(await projectExists(queries, project)))
    throw badData(`Project=${project} does not exist`, '/query/project')
  if (environment !== undefined && !(await environmentExists(queries, environment)))
    throw badData(`Environment=${environment} does not exist`, '/query/environment')
  const grants = access.grantsOf(user.id)
  const judge = (scope: PermissionScope, at: AccessScope) =>
    judgePermissions(access.subjectOfUser(user.id), scope, at)
  const inProject = project === undefined ? {} : { project }
  const roles = new Map((await readRoles(queries)).map((role) => [role.id, role]))
  const own = grants.find(isOwnRootRole)
  return {
    overview: {
      root: judge('root', {}),
      project: judge('project', inProject),
      environment: environment === undefined ? [] : judge('environment', { ...inProject, environment }),
    },
    user: toUser(user),
    rootRole: (own && roles.get(own.role.id)) ?? null,
    projectRoles: projectRolesOf(grants, roles, await environmentNames(queries), project),
  }
}

function judgePermissions(subject: Subject, scope: PermissionScope, at: AccessScope) {
  return PERMISSIONS.filter((one) => one.scope === scope).map(({ name }) => ({
    ...toAdminPermission(name, at.environment),
    hasPermission: decide(subject, { anyOf: [name], ...at }).allowed,
  }))
}

/** The roles held in projects, by oneself or through groups, each once for each project. */
function projectRolesOf(
  grants: readonly Grant[],
  roles: ReadonlyMap<number, Role>,
  environments: readonly string[],
  only: string | undefined,
): UserAccessOverview['projectRoles'] {
  const held = new Map<string, UserAccessOverview['projectRoles'][number]>()
  for (const { role, project, permissions } of grants) {
    const known = roles.get(role.id)
    if (!known || project === undefined || (only !== undefined && project !== only)) continue
    held.set(compositeKey(role.id, project), {
      ...known,
      project,
      permissions: toAdminPermissions(permissions, environments),
    })
  }
  return [...held.values()]
}
