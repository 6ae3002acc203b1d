import type { Kysely } from 'kysely'

/** Release templates, the plans that flags have from them, and safeguards (docs/contract/releases.md#rules). */
export const releasePlans = { version: 6, name: 'release-plans', up }

type Db = Kysely<unknown>
const instant = 'text'
const json = 'text'

async function up(db: Db): Promise<void> {
  await createDefinitions(db)
  await createMilestones(db)
  await createSafeguards(db)
}

async function createDefinitions(db: Db): Promise<void> {
  await db.schema
    .createTable('release_plan_definitions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('description', 'text')
    .addColumn('created_by_user_id', 'integer', (c) => c.notNull())
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('archived_at', instant)
    .addColumn('feature_name', 'text')
    .addColumn('environment', 'text')
    // no reference: a plan stays when its template is deleted
    .addColumn('template_id', 'text')
    .addColumn('active_milestone_id', 'text')
    // deleting the flag, its environment, or the environment of its project deletes the plan
    .addForeignKeyConstraint(
      'release_plan_definitions_place_fk',
      ['feature_name', 'environment'],
      'feature_environments',
      ['feature_name', 'environment'],
      (c) => c.onDelete('cascade'),
    )
    .execute()
  // templates have no environment, and nulls are never equal in a unique index
  await db.schema
    .createIndex('release_plan_definitions_one_plan')
    .unique()
    .on('release_plan_definitions')
    .columns(['feature_name', 'environment'])
    .execute()
}

async function createMilestones(db: Db): Promise<void> {
  await db.schema
    .createTable('milestones')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('definition_id', 'text', (c) =>
      c.notNull().references('release_plan_definitions.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('sort_order', 'integer', (c) => c.notNull())
    .addColumn('interval_minutes', 'integer')
    .addColumn('started_at', instant)
    .addColumn('paused_at', instant)
    .addColumn('progression_executed_at', instant)
    .addColumn('held_since', instant)
    .addColumn('held_ms', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema.createIndex('milestones_definition').on('milestones').column('definition_id').execute()
  await db.schema
    .createTable('milestone_strategies')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('milestone_id', 'text', (c) => c.notNull().references('milestones.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('title', 'text')
    .addColumn('disabled', 'boolean', (c) => c.notNull())
    .addColumn('constraints', json, (c) => c.notNull())
    .addColumn('parameters', json, (c) => c.notNull())
    .addColumn('variants', json, (c) => c.notNull())
    .addColumn('sort_order', 'integer', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('milestone_strategies_milestone')
    .on('milestone_strategies')
    .column('milestone_id')
    .execute()
  await db.schema
    .createTable('milestone_strategy_segments')
    .addColumn('milestone_strategy_id', 'text', (c) =>
      c.notNull().references('milestone_strategies.id').onDelete('cascade'),
    )
    // restrict: without its segment a strategy would apply to more users
    .addColumn('segment_id', 'integer', (c) => c.notNull().references('segments.id'))
    .addPrimaryKeyConstraint('milestone_strategy_segments_pk', ['milestone_strategy_id', 'segment_id'])
    .execute()
  await db.schema
    .createIndex('milestone_strategy_segments_segment')
    .on('milestone_strategy_segments')
    .column('segment_id')
    .execute()
}

async function createSafeguards(db: Db): Promise<void> {
  await db.schema
    .createTable('safeguards')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('feature_name', 'text', (c) => c.notNull())
    .addColumn('environment', 'text', (c) => c.notNull())
    .addColumn('plan_id', 'text', (c) => c.references('release_plan_definitions.id').onDelete('cascade'))
    .addColumn('metric', json, (c) => c.notNull())
    .addColumn('operator', 'text', (c) => c.notNull())
    .addColumn('threshold', 'real', (c) => c.notNull())
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('triggered_at', instant)
    .addForeignKeyConstraint(
      'safeguards_place_fk',
      ['feature_name', 'environment'],
      'feature_environments',
      ['feature_name', 'environment'],
      (c) => c.onDelete('cascade'),
    )
    .execute()
  await db.schema
    .createIndex('safeguards_place')
    .on('safeguards')
    .columns(['feature_name', 'environment'])
    .execute()
}
