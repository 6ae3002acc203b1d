import { AppError } from '#kernel/app-error.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { PREDEFINED_ROLES } from '#shared/access/permissions/index.ts'
import type { CommonSsoSettings } from '#shared/access/schemas/single-sign-on.ts'
import type { Queries } from '#store/queries.ts'

import type { AccessDirectory } from '../access/access-directory.ts'
import { readRootRoles } from '../access/root-roles.store.ts'

/** Name of the root role of new users, if the settings name none. */
const FALLBACK = 'Viewer'

/** Returns the id of the root role that new users get. Undefined: the role no longer exists. */
export async function defaultRootRoleOf(
  queries: Queries,
  { defaultRootRole = FALLBACK, defaultRootRoleId }: CommonSsoSettings,
): Promise<number | undefined> {
  const wanted = defaultRootRoleId ?? PREDEFINED_ROLES.find(({ name }) => name === defaultRootRole)?.id
  return (await readRootRoles(queries)).find(({ id }) => id === wanted)?.id
}

/**
 * Checks that a caller hands out no more than they hold when they choose the root role of new users. Throws 403 that names
 * the role.
 */
export async function guardDefaultRole(
  { everything, may }: MutationContext,
  access: AccessDirectory,
  settings: CommonSsoSettings,
  before: CommonSsoSettings,
): Promise<void> {
  const wanted = await defaultRootRoleOf(everything, settings)
  if (wanted === (await defaultRootRoleOf(everything, before))) return
  const role = access.facts.roles.find(({ id }) => id === wanted)
  const lacking = role?.permissions.find(({ permission }) => !may({ anyOf: [permission] }).allowed)
  if (role && lacking)
    throw new AppError(
      'PermissionError',
      `You cannot make ${role.name} the root role of new users: it has ${lacking.permission}, which you do not have.`,
    )
}
