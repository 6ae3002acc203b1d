import { sql, type Kysely } from 'kysely'

/**
 * Mirrors and proxies that an instance of an SDK came through (docs/mirror.md), the one next to the SDK first. Instances of former
 * versions have none until they register again: their SDKs do so at each start, and mirrors repeat it.
 */
export const connectedVia = { version: 48, name: 'connected-via', up }

const json = 'text'

async function up(db: Kysely<unknown>): Promise<void> {
  // null: it registered here itself
  await db.schema.alterTable('client_instances').addColumn('connected_via', json).execute()
  // few instances came through others: they are found without those that did not
  await sql`create index "client_instances_connected_via" on "client_instances" ("last_seen")
    where "connected_via" is not null`.execute(db)
}
