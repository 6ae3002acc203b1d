import { groupRows } from '#store/group-rows.ts'
import { inBatches } from '#store/in-batches.ts'
import { inList } from '#store/in-list.ts'
import { insertAll } from '#store/insert-all.ts'
import type { Queries } from '#store/queries.ts'
import type { StoredToken } from './api-token.ts'

/** All tokens, oldest first. */
export async function readTokens(queries: Queries): Promise<StoredToken[]> {
  const rows = await queries
    .selectFrom('api_tokens')
    .selectAll()
    .orderBy('created_at')
    .orderBy('secret')
    .execute()
  const projects = await queries.selectFrom('api_token_projects').selectAll().orderBy('project').execute()
  const projectsOf = groupRows(projects, (link) => link.secret)
  return rows.map((row) => ({
    secret: row.secret,
    secretHash: row.secret_hash,
    tokenName: row.token_name,
    type: row.type,
    environment: row.environment,
    projects: (projectsOf.get(row.secret) ?? []).map((link) => link.project),
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    seenAt: row.seen_at,
  }))
}

export async function insertToken(queries: Queries, token: StoredToken): Promise<void> {
  await queries
    .insertInto('api_tokens')
    .values({
      secret: token.secret,
      secret_hash: token.secretHash,
      token_name: token.tokenName,
      type: token.type,
      environment: token.environment,
      alias: null,
      expires_at: token.expiresAt,
      created_at: token.createdAt,
      seen_at: token.seenAt,
    })
    .execute()
  await insertAll(
    queries,
    'api_token_projects',
    token.projects.map((project) => ({ secret: token.secret, project })),
  )
}

export async function setExpiry(queries: Queries, secret: string, expiresAt: string): Promise<void> {
  await queries
    .updateTable('api_tokens')
    .set({ expires_at: expiresAt })
    .where('secret', '=', secret)
    .execute()
}

export async function deleteToken(queries: Queries, secret: string): Promise<void> {
  await queries.deleteFrom('api_tokens').where('secret', '=', secret).execute()
}

/** Notes when tokens were last used. */
export async function writeSeen(queries: Queries, seen: ReadonlyMap<string, string>): Promise<void> {
  for (const [secret, at] of seen) {
    await queries.updateTable('api_tokens').set({ seen_at: at }).where('secret', '=', secret).execute()
  }
}

/** Finds those of the secrets that are stored. */
export async function readSecrets(queries: Queries, secrets: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>()
  await inBatches(secrets, async (some) => {
    const rows = await queries
      .selectFrom('api_tokens')
      .select('secret')
      .where((eb) => inList(eb.ref('secret'), some))
      .execute()
    for (const { secret } of rows) found.add(secret)
  })
  return found
}
