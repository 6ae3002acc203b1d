import { createHash } from 'node:crypto'

import type { Queries } from '#store/queries.ts'

/** Codes of one purpose are never taken for those of another. */
export type CodePurpose =
  'sign-in-link' | 'oidc' | 'saml-request' | 'saml-assertion' | 'saml-answer' | 'edge-nonce'

/** Returns true for codes that were used. They are known by their hash until they would be refused as too old. */
export async function isUsed(queries: Queries, purpose: CodePurpose, code: string): Promise<boolean> {
  const found = await queries
    .selectFrom('one_time_codes')
    .select('hash')
    .where('hash', '=', hashOf(purpose, code))
    .executeTakeFirst()
  return found !== undefined
}

/** Marks a code as used, until an instant. Returns false if it was used before, at any Halyard. */
export async function useOnce(
  queries: Queries,
  purpose: CodePurpose,
  code: string,
  until: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await queries
    .insertInto('one_time_codes')
    .values({ hash: hashOf(purpose, code), sealed: null, expires_at: until.toISOString() })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows > 0n
}

/** Keeps sealed text for whoever brings the code, until an instant. */
export async function keepFor(
  queries: Queries,
  purpose: CodePurpose,
  code: string,
  { sealed, until }: { sealed: string; until: Date },
): Promise<void> {
  await queries
    .insertInto('one_time_codes')
    .values({ hash: hashOf(purpose, code), sealed, expires_at: until.toISOString() })
    .execute()
}

/** Takes out what is kept under a code; undefined if it was taken, or is too old. */
export async function takeOut(
  queries: Queries,
  purpose: CodePurpose,
  code: string,
  now: Date,
): Promise<string | undefined> {
  const hash = hashOf(purpose, code)
  const found = await queries
    .selectFrom('one_time_codes')
    .select(['sealed', 'expires_at'])
    .where('hash', '=', hash)
    .executeTakeFirst()
  if (!found) return undefined
  await queries.deleteFrom('one_time_codes').where('hash', '=', hash).execute()
  return found.expires_at > now.toISOString() ? (found.sealed ?? undefined) : undefined
}

const hashOf = (purpose: CodePurpose, code: string) =>
  createHash('sha256').update(`${purpose} ${code}`).digest('hex')
