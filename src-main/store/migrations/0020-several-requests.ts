import type { Kysely } from 'kysely'

/**
 * One person can have several pending requests in an environment: the window offers a new one beside those there are.
 * Over HTTP a change still joins the pending one.
 */
export const severalRequests = { version: 20, name: 'several-requests', up }

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('change_requests_one_pending').execute()
  await db.schema
    .createIndex('change_requests_author')
    .on('change_requests')
    .columns(['created_by_user_id', 'project', 'environment', 'state'])
    .execute()
}
