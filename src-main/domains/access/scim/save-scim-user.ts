import { requireAdminLeft } from '../roles/role-rules.ts'
import { AppError } from '#kernel/app-error.ts'
import { holdsAdmin, setRootRole } from '../access/access.store.ts'
import type { AccessDirectory } from '../access/access-directory.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { deleteSessionsOf } from '../sessions/sessions.store.ts'
import { inEvents, requirePersonWithRole, requireRootRoleMeant } from '../user-admin/person.ts'
import { insertUser, isLoginTaken } from '../users/users.store.ts'
import { uniquenessError } from './scim-error.ts'
import { noResource, toScimId } from './scim-ids.ts'
import type { ScimUserContent, StoredScimUser } from './scim-user.ts'
import { findScimUser, writeScimUser } from './scim-users.store.ts'

/** Creates a user whom SCIM manages, without a password and with the root role Viewer. Throws 409 for a taken name. */
export async function createManagedUser(
  context: MutationContext,
  access: AccessDirectory,
  content: ScimUserContent,
): Promise<StoredScimUser> {
  const { everything, now } = context
  await requireFree(context, content)
  const at = now.toISOString()
  const { id } = await insertUser(everything, { createdAt: at, username: content.userName })
  await setRootRole(everything, id, await requireRootRoleMeant(everything, 'Viewer'), at)
  await write(context, id, content, null)
  context.record({ type: 'user-created', data: await stateOf(context, id) })
  access.refreshAfter(context)
  return requireScimUser(context, id)
}

/**
 * Changes a user as SCIM says; from then on SCIM manages the user. A user who is deactivated is signed out. Nobody
 * deactivates the last Admin. How an Admin signs in is left to Admins: else the token of SCIM would open their accounts.
 */
export async function changeManagedUser(
  context: MutationContext,
  access: AccessDirectory,
  before: StoredScimUser,
  content: ScimUserContent,
): Promise<StoredScimUser> {
  if (before.scimId !== null && isSame(before, content)) return before
  const { id } = before
  if (hasOtherLogin(before, content) && (await holdsAdmin(context.everything, id)))
    throw new AppError(
      'ForbiddenError',
      'This user is an Admin. The user name and the e-mail address of Admins are changed in Halyard, by an Admin.',
    )
  await requireFree(context, content, id)
  const former = await stateOf(context, id)
  const { deactivatedAt } = await requirePersonWithRole(context.everything, id)
  await write(context, id, content, deactivatedAt)
  if (!content.isActive) {
    await deleteSessionsOf(context.everything, id)
    await requireAdminLeft(context.everything)
  }
  context.record({ type: 'user-updated', data: await stateOf(context, id), preData: former })
  access.refreshAfter(context)
  return requireScimUser(context, id)
}

/** An address that is the user name already is no other login. */
const hasOtherLogin = (before: StoredScimUser, { userName, email }: ScimUserContent) =>
  userName !== before.userName || (email !== before.email && email !== before.userName)

/** Reads a user. Throws 404. */
export async function requireScimUser(
  { visible }: Pick<MutationContext, 'visible'>,
  id: number,
): Promise<StoredScimUser> {
  const user = await findScimUser(visible, id)
  if (!user) throw noResource(toScimId('user', id))
  return user
}

async function write(
  { everything, now }: MutationContext,
  id: number,
  content: ScimUserContent,
  deactivatedAt: string | null,
): Promise<void> {
  const at = now.toISOString()
  await writeScimUser(everything, id, content, {
    scimId: toScimId('user', id),
    deactivatedAt: content.isActive ? null : (deactivatedAt ?? at),
    at,
  })
}

/** User names and e-mail addresses share one namespace. Throws 409. */
async function requireFree(
  { everything }: MutationContext,
  { userName, email }: ScimUserContent,
  besides?: number,
): Promise<void> {
  for (const login of new Set([userName, ...(email === null ? [] : [email])]))
    if (await isLoginTaken(everything, login, besides))
      throw uniquenessError(`Another user has the user name or e-mail address "${login}".`)
}

/** Data of a user in events: also what SCIM says of it. */
async function stateOf({ everything }: MutationContext, id: number): Promise<Record<string, unknown>> {
  const person = await requirePersonWithRole(everything, id)
  const { scimId, deactivatedAt } = person
  return { ...inEvents(person, person.rootRole), scimId, active: deactivatedAt === null }
}

const CONTENT: readonly (keyof ScimUserContent)[] = [
  'userName',
  'name',
  'givenName',
  'familyName',
  'email',
  'isActive',
  'externalId',
]
const isSame = (a: ScimUserContent, b: ScimUserContent) => CONTENT.every((key) => a[key] === b[key])
