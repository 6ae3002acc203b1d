import type { CdnToken } from '#shared/clients/schemas/edge-instance.ts'
import type { Queries } from '#store/queries.ts'

/** Reads the tokens that were requested for a content delivery network, oldest first. */
export async function readCdnTokens(queries: Queries): Promise<CdnToken[]> {
  const rows = await queries.selectFrom('cdn_tokens').selectAll().orderBy('id').execute()
  return rows.map((row) => ({
    tokenName: row.token_name,
    environment: row.environment,
    expiresAt: row.expires_at,
    ...(row.project === null ? {} : { project: row.project }),
  }))
}

export async function insertCdnToken(
  queries: Queries,
  { tokenName, project, environment, expiresAt, createdAt }: CdnToken & { createdAt: string },
): Promise<void> {
  await queries
    .insertInto('cdn_tokens')
    .values({
      token_name: tokenName,
      project: project === undefined || project === '*' ? null : project,
      environment,
      expires_at: expiresAt ?? null,
      created_at: createdAt,
    })
    .execute()
}
