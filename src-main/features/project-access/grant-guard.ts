import { compareGrants, type Grant, type HeldPermission } from '../../../src-shared/access/index.ts'
import { detail } from '../../../src-shared/errors/error-table.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { MutationContext } from '../../kernel/use-case.ts'
import type { AccessDirectory } from '../access/index.ts'
import type { RoleFacts } from '../roles/index.ts'

/** The two texts that clients know (semantics.md 1.5): of POST, and of PUT. */
export const CANNOT_GRANT = 'User tried to grant role they did not have access to'
export const CANNOT_ASSIGN = 'User tried to assign a role they did not have access to'

/**
 * Nobody gives away more than they have. Who may update the project (an Admin, an Owner, a custom role with Update
 * project) may give every role in it; who has write access to its users alone, only roles that would give the caller
 * nothing new in this project. The one place that decides it, for users and groups alike: throws 403, and the second
 * detail says for each role what is missing (semantics.md 1.5, "Granter must be").
 */
export function requireMayGrant(
  context: MutationContext,
  access: AccessDirectory,
  { project, roles, text }: { project: string; roles: readonly RoleFacts[]; text: string },
): void {
  const { actor } = context.caller
  if (context.may({ anyOf: ['UPDATE_PROJECT'], project }).allowed) return
  const own = actor.kind === 'user' ? access.grantsOf(actor.id) : []
  const tooMuch = roles.flatMap((role) => {
    const { gained } = compareGrants(own, [...own, asGrant(role, project)])
    return gained.length > 0 ? [{ role, gained }] : []
  })
  if (tooMuch.length === 0) return
  const explanation = `You can give only what you have in this project yourself. ${tooMuch.map(explain).join(' ')}`
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

function explain({ role, gained }: { role: RoleFacts; gained: readonly HeldPermission[] }): string {
  const missing = gained.map(
    ({ permission, environment }) => `${permission}${environment === undefined ? '' : ` (${environment})`}`,
  )
  return `For the role ${role.name} you lack: ${missing.join(', ')}.`
}
