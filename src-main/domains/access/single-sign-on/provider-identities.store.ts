import type { SsoIntegration } from '#shared/access/schemas/single-sign-on.ts'
import type { Queries } from '#store/queries.ts'
import { USER_COLUMNS } from '../users/users.store.ts'
import type { StoredUser } from '../users/user.ts'

/** Account at a provider, by the id that stays the same when its e-mail address changes. */
export interface ProviderAccount {
  integration: SsoIntegration
  issuer: string
  subject: string
}

/** Finds the user whom an account at the provider belongs to. */
export async function findUserOfAccount(
  queries: Queries,
  { integration, issuer, subject }: ProviderAccount,
): Promise<StoredUser | undefined> {
  return queries
    .selectFrom('users')
    .select(USER_COLUMNS)
    .where('id', '=', (eb) =>
      eb
        .selectFrom('provider_identities')
        .select('user_id')
        .where('integration', '=', integration)
        .where('issuer', '=', issuer)
        .where('subject', '=', subject),
    )
    .executeTakeFirst()
}

/** Checks whether a user already has an account at this provider. */
export async function hasAccountAt(
  queries: Queries,
  userId: number,
  { integration, issuer }: Pick<ProviderAccount, 'integration' | 'issuer'>,
): Promise<boolean> {
  const row = await queries
    .selectFrom('provider_identities')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('integration', '=', integration)
    .where('issuer', '=', issuer)
    .executeTakeFirst()
  return row !== undefined
}

/** Gives an account at a provider to a user. */
export async function linkAccount(
  queries: Queries,
  { integration, issuer, subject }: ProviderAccount,
  userId: number,
  linkedAt: string,
): Promise<void> {
  await queries
    .insertInto('provider_identities')
    .values({ integration, issuer, subject, user_id: userId, linked_at: linkedAt })
    .execute()
}

/** Forgets the accounts of a user: the next sign-in finds the user by e-mail address again. Returns how many there were. */
export async function unlinkAccounts(queries: Queries, userId: number): Promise<number> {
  const { numDeletedRows } = await queries
    .deleteFrom('provider_identities')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Lists the accounts of a user, the newest first. */
export async function readAccounts(
  queries: Queries,
  userId: number,
): Promise<(ProviderAccount & { linkedAt: string })[]> {
  return queries
    .selectFrom('provider_identities')
    .select(['integration', 'issuer', 'subject', 'linked_at as linkedAt'])
    .where('user_id', '=', userId)
    .orderBy('linked_at', 'desc')
    .orderBy('issuer')
    .execute()
}
