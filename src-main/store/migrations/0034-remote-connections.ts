import type { Kysely } from 'kysely'

/** Sealed terms of the connections to remotes: certificates and proxy. */
export const remoteConnections = { version: 34, name: 'remote-connections', up }

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('remotes').addColumn('connection', 'text').execute()
}
