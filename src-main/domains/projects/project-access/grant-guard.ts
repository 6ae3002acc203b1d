import { compareGrants, type Grant, type HeldPermission } from '#shared/access/rules/index.ts'
import { detail } from '#shared/errors/error-table.ts'
import { MEMBER_ROLE_ID, OWNER_ROLE_ID, READER_ROLE_ID } from '#shared/access/permissions/index.ts'
import { AppError } from '#kernel/app-error.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import type { AccessDirectory } from '#domains/access/access/access-directory.ts'
import type { RoleFacts } from '#domains/access/roles/role.ts'
import { requireRole } from '#domains/access/roles/roles.store.ts'
import { findPeople } from '#domains/access/users/users.store.ts'
import { findGroupsWith, type Holder } from './project-access.store.ts'

/** The two messages that clients know: of POST, and of PUT. */
export const CANNOT_GRANT = 'User tried to grant role they did not have access to'
export const CANNOT_ASSIGN = 'User tried to assign a role they did not have access to'

const ONLY_OWNERS = 'Only an Owner of the project or an Admin gives the role Owner.'

/** Roles with which people are added to a project (document: "Update project"). */
const FOR_OTHERS: readonly number[] = [MEMBER_ROLE_ID, READER_ROLE_ID]

/** Roles that a holder gets. */
export interface NewRoles extends Holder {
  added: readonly number[]
}

/**
 * Checks that the caller hands out only roles whose every permission the caller holds in this project. Admins and the
 * project's Owners are exempt. The role Owner carries that exemption, so only they hand it out, whatever else the caller
 * holds. Whoever may update the project adds other people as Member or Reader: never themselves, or a group that they are in.
 * Throws 403; its second detail names for each role what is missing.
 */
export async function requireMayGrant(
  context: MutationContext,
  access: AccessDirectory,
  { project, growing, text }: { project: string; growing: readonly NewRoles[]; text: string },
): Promise<void> {
  const { everything, caller } = context
  const { actor } = caller
  const others = await othersAmong(context, project, growing)
  const ids = new Set(
    growing.flatMap((holder) =>
      others.has(holder) ? holder.added.filter((id) => !FOR_OTHERS.includes(id)) : holder.added,
    ),
  )
  const roles: RoleFacts[] = []
  for (const id of ids) roles.push(await requireRole(everything, id))
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

/** Finds the holders whom the caller may add as Member or Reader: other people, and groups without the caller. */
async function othersAmong(
  { everything, caller: { actor }, may }: MutationContext,
  project: string,
  holders: readonly NewRoles[],
): Promise<ReadonlySet<NewRoles>> {
  if (actor.kind !== 'user' || !may({ anyOf: ['UPDATE_PROJECT'], project }).allowed) return new Set()
  const idsOf = (kind: Holder['kind']) => holders.filter((one) => one.kind === kind).map(({ id }) => id)
  const people = await findPeople(everything, idsOf('user'))
  const ownGroups = await findGroupsWith(everything, actor.id, idsOf('group'))
  return new Set(
    holders.filter(({ kind, id }) =>
      kind === 'user' ? people.has(id) && id !== actor.id : !ownGroups.has(id),
    ),
  )
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
