import { createHash } from 'node:crypto'

import { sql } from 'kysely'

import type { SsoIntegration } from '#shared/access/schemas/single-sign-on.ts'
import { jsonText } from '#store/engines/portable.ts'
import { inList } from '#store/in-list.ts'
import { fromJson, toJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'

/** A session of a signed-in browser. The secret is the cookie's value; only its hash is stored. */
const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')

/** Session at an identity provider, as far as ending it needs. */
export interface ProviderSession {
  integration: SsoIntegration
  /** Sealed. */
  idToken?: string
  nameID?: string
  nameIDFormat?: string
  sessionIndex?: string
}

export async function insertSession(
  queries: Queries,
  session: {
    secret: string
    userId: number
    createdAt: string
    expiresAt: string
    ip?: string
    userAgent?: string
    providerSession?: ProviderSession
  },
): Promise<void> {
  await queries
    .insertInto('sessions')
    .values({
      id_hash: hashOf(session.secret),
      user_id: session.userId,
      created_at: session.createdAt,
      expires_at: session.expiresAt,
      ip: session.ip ?? null,
      user_agent: session.userAgent ?? null,
      provider_session: session.providerSession === undefined ? null : toJson(session.providerSession),
    })
    .execute()
}

/** The session of a cookie, with its user, if it has not expired. */
export async function findSession(
  queries: Queries,
  secret: string,
  now: string,
): Promise<{ id: string; userId: number } | undefined> {
  return queries
    .selectFrom('sessions')
    .select(['id_hash as id', 'user_id as userId'])
    .where('id_hash', '=', hashOf(secret))
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Keeps the newest `keep` sessions of a user and drops the expired; returns how many were dropped and stay. */
export async function trimSessions(
  queries: Queries,
  userId: number,
  keep: number,
  now: string,
): Promise<{ deleted: number; active: number }> {
  const rows = await queries
    .selectFrom('sessions')
    .select(['id_hash', 'expires_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .execute()
  const live = rows.filter((row) => row.expires_at > now).slice(0, keep)
  const kept = new Set(live.map((row) => row.id_hash))
  const dropped = rows.filter((row) => !kept.has(row.id_hash)).map((row) => row.id_hash)
  if (dropped.length > 0)
    await queries
      .deleteFrom('sessions')
      .where((eb) => inList(eb.ref('id_hash'), dropped))
      .execute()
  return { deleted: dropped.length, active: live.length }
}

/** Reads the session at the provider that a session here came from. */
export async function readProviderSession(
  queries: Queries,
  id: string,
): Promise<ProviderSession | undefined> {
  const row = await queries
    .selectFrom('sessions')
    .select('provider_session')
    .where('id_hash', '=', id)
    .executeTakeFirst()
  return row?.provider_session == null ? undefined : fromJson<ProviderSession>(row.provider_session)
}

/** Deletes the sessions that came from a session at the SAML provider. Returns whose they were. */
export async function deleteProviderSessions(
  queries: Queries,
  { nameID, sessionIndex }: { nameID: string; sessionIndex?: string },
): Promise<number[]> {
  const named = (name: string, value: string) =>
    sql<boolean>`${jsonText(sql.ref('provider_session'), name)} = ${value}`
  let deletion = queries
    .deleteFrom('sessions')
    .where('provider_session', 'is not', null)
    .where(named('integration', 'saml'))
    .where(named('nameID', nameID))
  if (sessionIndex !== undefined) deletion = deletion.where(named('sessionIndex', sessionIndex))
  const rows = await deletion.returning('user_id').execute()
  return [...new Set(rows.map((row) => row.user_id))]
}

export async function deleteSessionsOf(queries: Queries, userId: number): Promise<void> {
  await queries.deleteFrom('sessions').where('user_id', '=', userId).execute()
}
