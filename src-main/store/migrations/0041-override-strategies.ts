import type { Kysely } from 'kysely'

/**
 * Strategies that an override gives (ADR 79). Those of a flag have tables of their own, as they are changed and counted one by one; these
 * come and go with their override.
 */
export const overrideStrategies = { version: 41, name: 'override-strategies', up }

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('overrides')
    // a list as JSON; null: the flag is on or off for all of the audience
    .addColumn('strategies', 'text')
    .execute()
}
