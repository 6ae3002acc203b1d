import type { Kysely } from 'kysely'

/** Overrides, which lie over what flags say (ADR 73). They go with the flag, its environment, or that of its project. */
export const overrides = { version: 38, name: 'overrides', up }

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('overrides')
    .addColumn('feature_name', 'text', (c) => c.notNull())
    .addColumn('environment', 'text', (c) => c.notNull())
    .addColumn('audience', 'text', (c) => c.notNull())
    .addColumn('enabled', 'boolean', (c) => c.notNull())
    .addColumn('variant', 'text')
    .addColumn('until', 'text')
    .addColumn('created_by', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('overrides_pk', ['feature_name', 'environment', 'audience'])
    .addForeignKeyConstraint(
      'overrides_place_fk',
      ['feature_name', 'environment'],
      'feature_environments',
      ['feature_name', 'environment'],
      (c) => c.onDelete('cascade'),
    )
    .execute()
  await db.schema.createIndex('overrides_until').on('overrides').column('until').execute()
}
