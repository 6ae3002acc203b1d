import { createHash, randomBytes } from 'node:crypto'

import type { Kysely } from 'kysely'

import { overwriteDeleted } from '../engines/portable.ts'

/** Stores admin tokens as hashes; in place of the secret there is a name to list and delete each by. */
export const adminTokens = { version: 17, name: 'admin-tokens', up }

interface Tables {
  api_tokens: { secret: string; secret_hash: string | null; type: string }
}

async function up(untyped: Kysely<unknown>): Promise<void> {
  const db = untyped as Kysely<Tables>
  await db.schema.alterTable('api_tokens').addColumn('secret_hash', 'text').execute()
  await db.schema
    .createIndex('api_tokens_secret_hash')
    .unique()
    .on('api_tokens')
    .column('secret_hash')
    .execute()
  const admins = await db.selectFrom('api_tokens').select('secret').where('type', '=', 'admin').execute()
  if (admins.length === 0) return
  // otherwise the secrets would stay readable in free parts of the file
  await overwriteDeleted(true).execute(db)
  for (const { secret } of admins)
    await db
      .updateTable('api_tokens')
      .set({
        secret: `*:*.hidden-${randomBytes(8).toString('hex')}`,
        secret_hash: createHash('sha256').update(secret).digest('hex'),
      })
      .where('secret', '=', secret)
      .execute()
  await overwriteDeleted(false).execute(db)
}
