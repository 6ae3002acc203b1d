import { getPermissions as operation } from '#shared/access/contract/roles.ts'
import { PERMISSIONS, type PermissionScope } from '#shared/access/permissions/index.ts'
import { query } from '#kernel/use-case.ts'
import { environmentNames } from '../../records/places/places.read-model.ts'
import { toAdminPermission } from '../../records/roles/role.ts'

/**
 * All permissions, those of environments once for each, in the order of the environments
 * (docs/contract/access.md#roles).
 */
export const getPermissions = query(operation, async ({ queries }) => {
  const environments = await environmentNames(queries)
  return {
    version: 1 as const,
    permissions: {
      root: ofScope('root'),
      project: ofScope('project'),
      environments: environments.map((name) => ({ name, permissions: ofScope('environment', name) })),
    },
  }
})

const ofScope = (scope: PermissionScope, environment?: string) =>
  PERMISSIONS.filter((one) => one.scope === scope).map(({ name }) => toAdminPermission(name, environment))
