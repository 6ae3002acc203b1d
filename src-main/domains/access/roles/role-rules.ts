import { AppError, badData } from '#kernel/app-error.ts'
import {
  definitionOf,
  isPermission,
  type Permission,
  permissionOfId,
} from '#shared/access/permissions/index.ts'
import type { CreateRole, PermissionItem, Role } from '#shared/access/schemas/role.ts'
import { compositeKey } from '#shared/composite-key.ts'
import type { Queries } from '#store/queries.ts'

import { countAdmins } from '../access/access.store.ts'
import { environmentNames } from '../access/places.read-model.ts'
import { type HeldPermission, isBuiltIn, isProjectRole } from './role.ts'
import { findRoleByName } from './roles.store.ts'

/** Names of roles are unique; `own` is the role that may have this one (docs/contract/access.md#roles). */
export async function requireFreeRoleName(queries: Queries, name: string, own?: number): Promise<void> {
  const existing = await findRoleByName(queries, name)
  if (existing && existing.id !== own)
    throw new AppError('NameExistsError', `There already exists a role with the name ${name}`)
}

/** Refuses changes of predefined roles (docs/contract/access.md#roles). */
export function refuseBuiltIn(role: Pick<Role, 'type'>): void {
  if (isBuiltIn(role)) throw new AppError('InvalidOperationError', 'You cannot change built in roles.')
}

/**
 * The permissions of a custom role as sent, checked; each once. Throws 400 with the text of
 * docs/contract/access.md#roles for those
 * that do not exist, and naming the permission for one that does not go with such a role.
 */
export async function checkedPermissions(
  queries: Queries,
  type: Role['type'],
  items: CreateRole['permissions'],
): Promise<HeldPermission[]> {
  const names = items.map(nameOf)
  const unknown = items.filter((_, index) => names[index] === undefined).map(labelOf)
  if (unknown.length > 0)
    throw badData(
      `Invalid permissions supplied. The following permissions don't exist: ${unknown.join(', ')}.`,
      `/body/permissions/${names.indexOf(undefined)}`,
    )
  const environments = new Set(await environmentNames(queries))
  const held = new Map<string, HeldPermission>()
  for (const [index, item] of items.entries()) {
    const permission = names[index] as Permission
    const environment = item.environment || undefined
    const problem = problemOf({ permission, environment }, type, environments)
    if (problem !== undefined) throw badData(problem, `/body/permissions/${index}`)
    held.set(compositeKey(permission, environment), { permission, ...(environment ? { environment } : {}) })
  }
  return [...held.values()]
}

function nameOf({ id, name }: PermissionItem): Permission | undefined {
  if (name === undefined) return permissionOfId(id ?? 0)
  return isPermission(name) ? name : undefined
}

const labelOf = ({ id, name }: PermissionItem) => name ?? `permission with ID: ${id}`

/** Reason that a permission cannot be part of a role of this type; undefined: it can. */
function problemOf(
  { permission, environment }: { permission: Permission; environment: string | undefined },
  type: Role['type'],
  environments: ReadonlySet<string>,
): string | undefined {
  const { scope, assignable } = definitionOf(permission)
  if (assignable === false)
    return `${permission} cannot be part of a custom role: give the root role Admin instead.`
  if (isProjectRole({ type }) && scope === 'root')
    return `${permission} is a root permission: a project role cannot hold it.`
  if (!isProjectRole({ type }) && scope !== 'root')
    return `${permission} is ${scope === 'project' ? 'a project' : 'an environment'} permission: a root role cannot hold it.`
  if (scope !== 'environment')
    return environment === undefined
      ? undefined
      : `${permission} does not know environments: it cannot be for "${environment}".`
  // no environment must not mean all: a role would silently apply to production and to new environments
  if (environment === undefined)
    return `${permission} is an environment permission: name the environment that it is for.`
  return environments.has(environment)
    ? undefined
    : `${permission}: the environment "${environment}" does not exist.`
}

/**
 * Nobody can lock the last Admin out. Asked inside the transaction, after the change: throws InvalidOperationError,
 * which takes the change back, if no person is Admin any more.
 */
export async function requireAdminLeft(queries: Queries): Promise<void> {
  if ((await countAdmins(queries)) > 0) return
  throw new AppError(
    'InvalidOperationError',
    'This would leave nobody with the Admin role. Make somebody else an Admin first.',
  )
}
