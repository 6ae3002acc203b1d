import { SYSTEM } from '#kernel/caller.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import type { CommonSsoSettings, SsoIntegration } from '#shared/access/schemas/single-sign-on.ts'
import type { AccessDirectory } from '../access/access-directory.ts'
import { holdsAdmin, setRootRole } from '../access/access.store.ts'
import type { ProviderSession } from '../sessions/sessions.store.ts'
import { type StartedSession, startSession } from '../sessions/start-session.ts'
import { inEvents } from '../user-admin/person.ts'
import type { StoredUser } from '../users/user.ts'
import { findUserByAnyLogin, insertUser, isLoginTaken } from '../users/users.store.ts'
import { defaultRootRoleOf } from './default-role-guard.ts'
import {
  findUserOfAccount,
  hasAccountAt,
  linkAccount,
  type ProviderAccount,
} from './provider-identities.store.ts'
import { noteSignIn } from './sign-ins.store.ts'
import type { GroupSync } from '#shared/access/schemas/group-sync.ts'
import { describeSync } from '../groups/describe-sync.ts'
import { readGroupNames } from '../groups/read-group-names.ts'
import { syncGroups } from '../groups/sync-groups.ts'

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
  /** User name of a user who is created. It finds nobody: at the provider, anybody may have the name of an Admin. */
  username?: string | undefined
  name?: string | undefined
  /** Claims to sync groups with. */
  claims: unknown
  /** Session at the provider, to be ended with the one here. */
  providerSession?: ProviderSession
  /** User in whose session the browser began the sign-in. */
  startedBy?: number | undefined
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
 * the provider's account, the first time by e-mail address; creates one if the settings say so. Never throws for a rejected
 * person: the caller answers the outcome, so that the entry in the login history is committed.
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

/** Sign-in whose claims can name groups. */
interface GroupClaims {
  user: StoredUser
  /** ID token claims with those of the user info endpoint, or the attributes of a SAML assertion. */
  claims: unknown
  settings: CommonSsoSettings
}

/**
 * Syncs the user's groups with the claims of a sign-in, if the integration has group syncing on
 * (docs/contract/access.md#group-sync). Returns a record for the login history, or undefined if nothing was synced.
 */
async function syncGroupsAtSignIn(
  context: MutationContext,
  access: AccessDirectory,
  { user, claims, settings }: GroupClaims,
): Promise<GroupSync | undefined> {
  const { enableGroupSyncing, groupJsonPath: path } = settings
  if (!enableGroupSyncing || !path) return undefined
  const read = await readGroupNames(claims, path)
  const changes = await syncGroups(context, access, { userId: user.id, externals: read.names })
  return describeSync(access.facts, { path, userId: user.id, read, changes })
}

/** Rejects a sign-in and keeps the reason in the login history. */
export async function refuseIdentity(
  { everything, caller, now }: MutationContext,
  {
    integration,
    email,
    username,
    subject,
  }: Pick<ProvidedIdentity, 'integration' | 'email' | 'username' | 'subject'>,
  reason: string,
): Promise<Extract<IdentityOutcome, { kind: 'refused' }>> {
  await noteSignIn(everything, {
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
  const { everything, now } = context
  const { account } = identity
  const known = account && (await findUserOfAccount(everything, account))
  if (known) return domainFault(identity, settings) ?? { user: known, created: false }
  const { email } = identity
  if (email === undefined)
    return (
      'The provider sent no e-mail address, by which people are found at their first sign-in. Let it send one' +
      (identity.integration === 'saml' ? ', as name ID or as attribute.' : '.')
    )
  const found =
    domainFault(identity, settings) ??
    (await findByEmail(context, { ...identity, email }, settings)) ??
    (await createFrom(context, access, { ...identity, email }, settings))
  if (typeof found === 'string' || account === undefined) return found
  const { user } = found
  // else whoever gets an address at the provider that another person had would get that person's user
  if (await hasAccountAt(everything, user.id, account))
    return (
      `${email} belongs to another account at the provider. If it is the same person, an Admin can ` +
      'forget the old account on the user’s page.'
    )
  await linkAccount(everything, account, user.id, now.toISOString())
  return found
}

/** Checks an e-mail address against a comma-separated list of domains. An empty list allows all of them. */
export function isAllowedEmail(email: string | undefined, emailDomains: string | undefined): boolean {
  const domains = (emailDomains ?? '')
    .split(',')
    .map((domain) => domain.trim().toLowerCase().replace(/^@/, ''))
    .filter((domain) => domain !== '')
  if (domains.length === 0) return true
  const at = email?.lastIndexOf('@') ?? -1
  return email !== undefined && at > 0 && domains.includes(email.slice(at + 1).toLowerCase())
}

/** Returns what is wrong with the address where only some e-mail domains may sign in. */
function domainFault(
  { email, emailVerified }: ProvidedIdentity,
  { emailDomains }: CommonSsoSettings,
): string | undefined {
  if (!emailDomains?.trim()) return undefined
  if (email === undefined)
    return 'The provider sent no e-mail address, and only some e-mail domains may sign in.'
  if (emailVerified === false) return notVerified(email)
  if (isAllowedEmail(email, emailDomains)) return undefined
  return `The e-mail domain of ${email} is not among those that may sign in.`
}

const notVerified = (email: string) => `The provider has not verified the e-mail address ${email}.`

type NewIdentity = ProvidedIdentity & { email: string }

/** Finds the user of an account that signs in for the first time. Undefined: there is none, and one may be created. */
async function findByEmail(
  { everything }: MutationContext,
  { email, emailVerified, integration, startedBy }: NewIdentity,
  settings: CommonSsoSettings,
): Promise<FoundUser | string | undefined> {
  if (emailVerified === false) return notVerified(email)
  const user = await findUserByAnyLogin(everything, email)
  if (user?.kind === 'service-account') return `${email} is a service account, which cannot sign in.`
  if (!user)
    return settings.autoCreate === true
      ? undefined
      : `There is no user ${email}, and new users are not created automatically. An Admin can create the user.`
  // where people choose the address of their account themselves, one could choose that of an Admin
  if (integration === 'oidc' && emailVerified === undefined && startedBy !== user.id)
    if (await holdsAdmin(everything, user.id))
      return (
        `${email} is an Admin, and the provider does not say that it has verified the address. Sign in another way ` +
        'first, with a password or the link that the service prints, then open /auth/oidc/login in the same browser. ' +
        'That is needed once.'
      )
  return { user, created: false }
}

async function createFrom(
  context: MutationContext,
  access: AccessDirectory,
  { email, username, name }: NewIdentity,
  settings: CommonSsoSettings,
): Promise<FoundUser | string> {
  const { everything, now } = context
  const roleId = await defaultRootRoleOf(everything, settings)
  if (roleId === undefined) return 'The default root role for new users no longer exists.'
  const createdAt = now.toISOString()
  const isFree = username !== undefined && !(await isLoginTaken(everything, username))
  const user = await insertUser(everything, {
    createdAt,
    ...(name ? { name } : {}),
    email,
    ...(isFree ? { username } : {}),
  })
  await setRootRole(everything, user.id, roleId, createdAt)
  context.record({ type: 'user-created', data: inEvents(user, roleId), by: SYSTEM })
  access.refreshAfter(context)
  return { user, created: true }
}
