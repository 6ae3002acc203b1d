import type { Kysely } from 'kysely'

/** Impact metrics and their charts, reports of Edge, tokens of a CDN, and figures of each week. */
export const impactMetrics = { version: 25, name: 'impact-metrics', up }

type Db = Kysely<unknown>

async function up(db: Db): Promise<void> {
  await createImpactMetrics(db)
  await createEdge(db)
  await db.schema
    .createTable('insight_weeks')
    .addColumn('project', 'text', (c) => c.notNull())
    .addColumn('week', 'text', (c) => c.notNull())
    .addColumn('date', 'text', (c) => c.notNull())
    .addColumn('figures', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('insight_weeks_pk', ['project', 'week'])
    .execute()
  await db.schema.createIndex('insight_weeks_date').on('insight_weeks').column('date').execute()
}

async function createImpactMetrics(db: Db): Promise<void> {
  await db.schema
    .createTable('impact_series')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('environment', 'text', (c) => c.notNull())
    .addColumn('projects', 'text', (c) => c.notNull())
    .addColumn('labels', 'text', (c) => c.notNull())
    .addColumn('help', 'text', (c) => c.notNull())
    .addColumn('seen_at', 'text', (c) => c.notNull())
    .addUniqueConstraint('impact_series_key', ['name', 'type', 'environment', 'projects', 'labels'])
    .execute()
  await db.schema.createIndex('impact_series_seen').on('impact_series').column('seen_at').execute()
  await db.schema
    .createTable('impact_samples')
    .addColumn('series_id', 'integer', (c) => c.notNull().references('impact_series.id').onDelete('cascade'))
    .addColumn('step', 'text', (c) => c.notNull())
    .addColumn('slot', 'integer', (c) => c.notNull())
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('count', 'real', (c) => c.notNull())
    .addColumn('sum', 'real', (c) => c.notNull())
    .addColumn('last', 'real', (c) => c.notNull())
    .addColumn('buckets', 'text')
    .addPrimaryKeyConstraint('impact_samples_pk', ['series_id', 'step', 'slot'])
    .execute()
  await db.schema
    .createTable('impact_charts')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('feature_name', 'text', (c) => c.references('features.name').onDelete('cascade'))
    .addColumn('metric_name', 'text', (c) => c.notNull())
    .addColumn('chart', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('impact_charts_feature').on('impact_charts').column('feature_name').execute()
}

async function createEdge(db: Db): Promise<void> {
  await db.schema
    .createTable('edge_instances')
    .addColumn('identifier', 'text', (c) => c.primaryKey())
    .addColumn('app_name', 'text', (c) => c.notNull())
    .addColumn('environment', 'text', (c) => c.notNull())
    .addColumn('projects', 'text', (c) => c.notNull())
    .addColumn('report', 'text', (c) => c.notNull())
    .addColumn('seen_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('edge_instances_seen').on('edge_instances').column('seen_at').execute()
  await db.schema
    .createTable('metered_usage')
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('metered_group', 'text', (c) => c.notNull())
    .addColumn('amount', 'real', (c) => c.notNull())
    .addPrimaryKeyConstraint('metered_usage_pk', ['day', 'kind', 'metered_group'])
    .execute()
  await db.schema
    .createTable('cdn_tokens')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('token_name', 'text', (c) => c.notNull())
    .addColumn('project', 'text', (c) => c.references('projects.id').onDelete('cascade'))
    .addColumn('environment', 'text', (c) => c.notNull().references('environments.name').onDelete('cascade'))
    .addColumn('expires_at', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
}
