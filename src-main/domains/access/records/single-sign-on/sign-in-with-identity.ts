import type {
  CommonSsoSettings,
  SsoIntegration,
} from '../../../../../src-shared/access/schemas/single-sign-on.ts'
import { SYSTEM } from '../../../../kernel/caller.ts'
import type { MutationContext } from '../../../../kernel/use-case.ts'
import type { AccessDirectory } from '../access/access-directory.ts'
import { setRootRole } from '../access/access.store.ts'
import type { ProviderSession } from '../sessions/sessions.store.ts'
import { startSession, type StartedSession } from '../sessions/start-session.ts'
import { inEvents } from '../user-admin/person.ts'
import { findUserByAnyLogin, insertUser, isLoginTaken } from '../users/users.store.ts'
import type { StoredUser } from '../users/user.ts'
import { defaultRootRoleOf } from './default-root-role.ts'
import { isAllowedEmail } from './email-domains.ts'
import {
  findUserOfAccount,
  hasAccountAt,
  linkAccount,
  type ProviderAccount,
} from './provider-identities.store.ts'
import { noteSignIn } from './sign-ins.store.ts'
import { syncGroupsAtSignIn } from './sync-groups-at-sign-in.ts'

/** Person as a provider describes them, after the provider's answer was verified. */
export interface ProvidedIdentity {
  integration: SsoIntegration
  /** Id at the provider, for the login history. */
  subject: string
  /** Account at the provider, where it has an id that stays. Finds the user from the second sign-in on. */
  account?: ProviderAccount | undefined
  email?: string | undefined
  /** False if the provider says that nobody checked the address. */
  emailVerified?: boolean | undefined
  /** Used to find the user if there is no e-mail address. */
  username?: string | undefined
  name?: string | undefined
  /** Claims to sync groups with. */
  claims: unknown
  /** Session at the provider, to be ended with the one here. */
  providerSession?: ProviderSession
}

/** Result of a sign-in with a provider. A rejection is committed, as it is kept in the login history. */
export type IdentityOutcome =
  { kind: 'signed-in'; session: StartedSession; created: boolean } | { kind: 'refused'; reason: string }

interface SignInServices {
  access: AccessDirectory
  maxParallelSessions: number
}

/**
 * Signs a person in whom a provider has identified (docs/contract/access.md#single-sign-on). Finds the user by
 * the provider's account, the first time by e-mail address, else by user name; creates one if the settings say so. Never throws for a rejected person: the caller answers
 * the outcome, so that the entry in the login history is committed.
 */
export async function signInWithIdentity(
  context: MutationContext,
  { access, maxParallelSessions }: SignInServices,
  identity: ProvidedIdentity,
  settings: CommonSsoSettings,
): Promise<IdentityOutcome> {
  const found = await findOrCreate(context, access, identity, settings)
  if (typeof found === 'string') return refuseIdentity(context, identity, found)
  const { user, created } = found
  const groupSync = await syncGroupsAtSignIn(context, access, { user, claims: identity.claims, settings })
  const session = await startSession(context, user, {
    method: identity.integration,
    maxParallelSessions,
    groupSync,
    providerSession: identity.providerSession,
  })
  return { kind: 'signed-in', session, created }
}

/** Rejects a sign-in and keeps the reason in the login history. */
export async function refuseIdentity(
  { queries, caller, now }: MutationContext,
  {
    integration,
    email,
    username,
    subject,
  }: Pick<ProvidedIdentity, 'integration' | 'email' | 'username' | 'subject'>,
  reason: string,
): Promise<Extract<IdentityOutcome, { kind: 'refused' }>> {
  await noteSignIn(queries, {
    method: integration,
    username: email ?? username ?? subject,
    failureReason: reason,
    ip: caller.ip,
    at: now,
  })
  return { kind: 'refused', reason }
}

/** User who signs in; `created`: just now, for this sign-in. */
interface FoundUser {
  user: StoredUser
  created: boolean
}

/** Returns the user, or the reason why the person may not sign in. */
async function findOrCreate(
  context: MutationContext,
  access: AccessDirectory,
  identity: ProvidedIdentity,
  settings: CommonSsoSettings,
): Promise<FoundUser | string> {
  const { queries, now } = context
  const { account } = identity
  const known = account && (await findUserOfAccount(queries, account))
  if (known) return addressFault(identity, settings, 'known') ?? { user: known, created: false }
  const found =
    addressFault(identity, settings, 'new') ?? (await findByLogin(context, access, identity, settings))
  if (typeof found === 'string' || account === undefined) return found
  const { user } = found
  // else whoever gets an address at the provider that another person had would get that person's user
  if (await hasAccountAt(queries, user.id, account))
    return (
      `${loginOf(identity)} belongs to another account at the provider. If it is the same person, an Admin can ` +
      'forget the old account on the user’s page.'
    )
  await linkAccount(queries, account, user.id, now.toISOString())
  return found
}

const loginOf = ({ email, username }: ProvidedIdentity) => email ?? username ?? ''

/** Returns what is wrong with the address. Of a known account it only matters where e-mail domains are restricted. */
function addressFault(
  identity: ProvidedIdentity,
  { emailDomains }: CommonSsoSettings,
  account: 'known' | 'new',
): string | undefined {
  const { email, emailVerified } = identity
  const isRestricted = Boolean(emailDomains?.trim())
  if (account === 'known' && !isRestricted) return undefined
  if (loginOf(identity) === '') return 'The provider sent neither an e-mail address nor a user name.'
  if (email !== undefined && emailVerified === false)
    return `The provider has not verified the e-mail address ${email}.`
  if (isAllowedEmail(email, emailDomains)) return undefined
  return email === undefined
    ? 'The provider sent no e-mail address, and only some e-mail domains may sign in.'
    : `The e-mail domain of ${email} is not among those that may sign in.`
}

/** Finds the user of an account that signs in for the first time. */
async function findByLogin(
  context: MutationContext,
  access: AccessDirectory,
  identity: ProvidedIdentity,
  settings: CommonSsoSettings,
): Promise<FoundUser | string> {
  const login = loginOf(identity)
  const user = await findUserByAnyLogin(context.queries, login)
  if (user?.kind === 'service-account') return `${login} is a service account, which cannot sign in.`
  if (user) return { user, created: false }
  if (settings.autoCreate !== true)
    return `There is no user ${login}, and new users are not created automatically. An Admin can create the user.`
  return createFrom(context, access, identity, settings)
}

async function createFrom(
  context: MutationContext,
  access: AccessDirectory,
  { email, username, name }: ProvidedIdentity,
  settings: CommonSsoSettings,
): Promise<FoundUser | string> {
  const { queries, now } = context
  const roleId = await defaultRootRoleOf(queries, settings)
  if (roleId === undefined) return 'The default root role for new users no longer exists.'
  const createdAt = now.toISOString()
  const isFree = username !== undefined && !(await isLoginTaken(queries, username))
  const user = await insertUser(queries, {
    createdAt,
    ...(name ? { name } : {}),
    ...(email === undefined ? {} : { email }),
    ...(isFree ? { username } : {}),
  })
  await setRootRole(queries, user.id, roleId, createdAt)
  context.record({ type: 'user-created', data: inEvents(user, roleId), by: SYSTEM })
  access.refreshAfter(context)
  return { user, created: true }
}
