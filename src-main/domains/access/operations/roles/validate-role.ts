import { validateRole as operation } from '#shared/access/contract/roles.ts'
import { query } from '#kernel/use-case.ts'
import { requireFreeRoleName } from '../../records/roles/role-rules.ts'

/** Checks whether a name is free for a new role. Permissions are checked with the role's type on creation. */
export const validateRole = query(operation, ({ queries }, { body }) =>
  requireFreeRoleName(queries, body.name),
)
