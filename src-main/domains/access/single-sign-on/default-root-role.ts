import type { CommonSsoSettings } from '#shared/access/schemas/single-sign-on.ts'
import { PREDEFINED_ROLES } from '#shared/access/permissions/index.ts'
import type { Queries } from '#store/queries.ts'
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
