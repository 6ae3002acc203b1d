import { validateRole as operation } from '../../../../../src-shared/access/contract/roles.ts'
import { query } from '../../../../kernel/use-case.ts'
import { requireFreeRoleName } from '../../records/roles/role-rules.ts'

/** Whether a new role could have a name. The permissions are checked with the role's type, when it is created. */
export const validateRole = query(operation, ({ queries }, { body }) =>
  requireFreeRoleName(queries, body.name),
)
