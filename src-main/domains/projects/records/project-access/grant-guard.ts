import {
  compareGrants,
  type Grant,
  type HeldPermission,
} from '../../../../../src-shared/access/rules/index.ts'
import { detail } from '../../../../../src-shared/errors/error-table.ts'
import { OWNER_ROLE_ID } from '../../../../../src-shared/access/permissions/index.ts'
import { AppError } from '../../../../kernel/app-error.ts'
import type { MutationContext } from '../../../../kernel/use-case.ts'
import type { AccessDirectory } from '../../../access/records/access/access-directory.ts'
import type { RoleFacts } from '../../../access/records/roles/role.ts'

/** The two messages that clients know: of POST, and of PUT. */
export const CANNOT_GRANT = 'User tried to grant role they did not have access to'
export const CANNOT_ASSIGN = 'User tried to assign a role they did not have access to'

const ONLY_OWNERS = 'Only an Owner of the project or an Admin gives the role Owner.'

/**
 * Checks that the caller hands out only roles whose every permission the caller holds in this project. Admins and the
 * project's Owners are exempt. The role Owner carries that exemption, so only they hand it out, whatever else the caller
 * holds. Throws 403; its second detail names for each role what is missing.
 */
export function requireMayGrant(
  context: MutationContext,
  access: AccessDirectory,
  { project, roles, text }: { project: string; roles: readonly RoleFacts[]; text: string },
): void {
  const { actor } = context.caller
  if (context.may({ anyOf: ['ADMIN'] }).allowed) return
  const own = actor.kind === 'user' ? access.grantsOf(actor.id) : []
  if (own.some((grant) => grant.role.id === OWNER_ROLE_ID && grant.project === project)) return
  const refused = roles.flatMap((role) => {
    const { gained } = compareGrants(own, [...own, asGrant(role, project)])
    return [
      ...(gained.length > 0 ? [explain(role, gained)] : []),
      ...(role.id === OWNER_ROLE_ID ? [ONLY_OWNERS] : []),
    ]
  })
  if (refused.length === 0) return
  const explanation = `You can give only permissions that you hold in this project. ${refused.join(' ')}`
  throw new AppError('InvalidOperationError', text, {
    details: [detail(text), detail(explanation, '/body/roles')],
  })
}

const asGrant = ({ id, name, type, permissions }: RoleFacts, project: string): Grant => ({
  role: { id, name, type },
  via: { kind: 'direct' },
  project,
  permissions,
})

function explain(role: RoleFacts, gained: readonly HeldPermission[]): string {
  const missing = gained.map(
    ({ permission, environment }) => `${permission}${environment === undefined ? '' : ` (${environment})`}`,
  )
  return `For the role ${role.name} you lack: ${missing.join(', ')}.`
}
