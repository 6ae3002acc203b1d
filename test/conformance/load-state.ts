import { sql } from 'kysely'

import type { EvaluatedFeature, EvaluatedSegment } from '#shared/flags/evaluation/index.ts'
import type { Backend } from '#main/app/backend.ts'
import { testsOnPostgres } from '#support/runner/make-database.ts'

const AT = '2026-11-21T12:00:00.000Z'

/**
 * Puts flags into the store as a specification has them, in an environment: some of their strategies are of kinds that
 * the admin API would refuse today, and SDKs have to know.
 */
export async function loadState(
  { store }: Backend,
  environment: string,
  flags: Iterable<EvaluatedFeature>,
  segments: Iterable<EvaluatedSegment>,
): Promise<void> {
  // the specification may name unknown segments and parents, which our store rejects, but SDKs accept
  if (!testsOnPostgres) await sql`pragma foreign_keys = off`.execute(store.queries)
  await store.transaction(async (queries) => {
    if (testsOnPostgres) await sql`set local session_replication_role = replica`.execute(queries)
    for (const { id, name, constraints } of segments) {
      const content = { name: name ?? `segment ${id}`, constraints: JSON.stringify(constraints) }
      const row = { id, ...content, description: null, project: null, created_by: 'test', created_at: AT }
      await queries.insertInto('segments').values(row).execute()
    }
    const all = [...flags]
    for (const { name, enabled, variants = [] } of all) {
      await queries
        .insertInto('features')
        .values({
          name,
          project: 'default',
          type: 'release',
          description: null,
          stale: false,
          impression_data: false,
          created_at: AT,
          created_by_user_id: 1,
          archived_at: null,
        })
        .execute()
      await queries
        .insertInto('feature_environments')
        .values({
          feature_name: name,
          environment,
          enabled,
          variants: JSON.stringify(variants),
          last_seen_at: null,
        })
        .execute()
    }
    for (const { name: feature, strategies, dependencies = [] } of all) {
      for (const [index, strategy] of strategies.entries()) {
        const id = `${feature} ${index}`
        await queries
          .insertInto('feature_strategies')
          .values({
            id,
            feature_name: feature,
            environment,
            name: strategy.name,
            title: null,
            disabled: false,
            constraints: JSON.stringify(strategy.constraints ?? []),
            parameters: JSON.stringify(strategy.parameters ?? {}),
            variants: JSON.stringify(strategy.variants ?? []),
            sort_order: index,
            milestone_id: null,
            created_at: AT,
          })
          .execute()
        for (const segment of strategy.segments ?? [])
          await queries
            .insertInto('feature_strategy_segments')
            .values({ strategy_id: id, segment_id: segment })
            .execute()
      }
      for (const { feature: parent, enabled = true, variants = [] } of dependencies)
        await queries
          .insertInto('feature_dependencies')
          .values({ child: feature, parent, enabled, variants: JSON.stringify(variants) })
          .execute()
    }
  })
}
