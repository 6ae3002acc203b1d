import type { EvaluatedFeature } from '../../../src-shared/evaluation/index.ts'
import type { Constraint } from '../../../src-shared/schemas/constraint.ts'
import type { EnvironmentVariant } from '../../../src-shared/schemas/variant.ts'
import { fromJson } from '../../store/json.ts'
import type { Queries } from '../../store/queries.ts'
import { readStrategies, type PlacedStrategy } from '../features/index.ts'
import { readDefaultStrategy, type DefaultStrategy } from '../projects/index.ts'

/** A flag as it is evaluated, with all that is known of it here: disabled strategies, ids, titles. */
export interface ExplainedFeature extends EvaluatedFeature {
  project: string
  strategies: readonly ExplainedStrategy[]
  variants: readonly EnvironmentVariant[]
}

export type ExplainedStrategy = PlacedStrategy & { isProjectDefault: boolean }

/** Everything of an environment that flags are evaluated with. */
export interface ExplainedWorld {
  features: ReadonlyMap<string, ExplainedFeature>
  segments: ReadonlyMap<number, { id: number; name: string; constraints: Constraint[] }>
}

/**
 * Reads the flags of an environment that are not archived, of all projects: a parent may be in another one. A flag
 * whose project does not have the environment is there, and off in it.
 */
export async function readExplainedWorld(queries: Queries, environment: string): Promise<ExplainedWorld> {
  const rows = await queries
    .selectFrom('features as f')
    .leftJoin('feature_environments as fe', (join) =>
      join.onRef('fe.feature_name', '=', 'f.name').on('fe.environment', '=', environment),
    )
    .select(['f.name', 'f.project', 'fe.enabled', 'fe.variants'])
    .where('f.archived_at', 'is', null)
    .orderBy('f.name')
    .execute()
  const strategies = new Map<string, PlacedStrategy[]>()
  for (const strategy of await readAllStrategies(queries, environment)) {
    const group = strategies.get(strategy.featureName)
    if (group) group.push(strategy)
    else strategies.set(strategy.featureName, [strategy])
  }
  const parents = await readParents(queries)
  const defaults = await readDefaults(queries, [...new Set(rows.map((row) => row.project))], environment)
  const features = rows.map((row): ExplainedFeature => {
    const dependencies = parents.get(row.name)
    const usual = defaults.get(row.project)
    return {
      name: row.name,
      project: row.project,
      enabled: row.enabled ?? false,
      strategies: (strategies.get(row.name) ?? []).map((strategy) => ({
        ...strategy,
        isProjectDefault: usual !== undefined && isLike(strategy, usual),
      })),
      variants: row.variants === null ? [] : fromJson(row.variants),
      ...(dependencies ? { dependencies } : {}),
    }
  })
  const segments = await queries.selectFrom('segments').select(['id', 'name', 'constraints']).execute()
  return {
    features: new Map(features.map((feature) => [feature.name, feature])),
    segments: new Map(
      segments.map((one) => [one.id, { ...one, constraints: fromJson<Constraint[]>(one.constraints) }]),
    ),
  }
}

async function readAllStrategies(queries: Queries, environment: string): Promise<PlacedStrategy[]> {
  const rows = await queries
    .selectFrom('feature_strategies')
    .select('feature_name')
    .where('environment', '=', environment)
    .distinct()
    .execute()
  return readStrategies(queries, { features: rows.map((row) => row.feature_name), environment })
}

async function readParents(
  queries: Queries,
): Promise<Map<string, { feature: string; enabled: boolean; variants: string[] }[]>> {
  const rows = await queries.selectFrom('feature_dependencies').selectAll().orderBy('parent').execute()
  const parents = new Map<string, { feature: string; enabled: boolean; variants: string[] }[]>()
  for (const row of rows) {
    const parent = { feature: row.parent, enabled: row.enabled, variants: fromJson<string[]>(row.variants) }
    parents.set(row.child, [...(parents.get(row.child) ?? []), parent])
  }
  return parents
}

async function readDefaults(
  queries: Queries,
  projects: readonly string[],
  environment: string,
): Promise<Map<string, DefaultStrategy>> {
  const defaults = new Map<string, DefaultStrategy>()
  for (const project of projects)
    defaults.set(project, await readDefaultStrategy(queries, project, environment))
  return defaults
}

/** Whether a strategy says what the default of its project says: a flag that had none was given it. */
function isLike(strategy: PlacedStrategy, usual: DefaultStrategy): boolean {
  const { parameters } = strategy
  const expected: Record<string, unknown> = {
    ...(usual.name === 'flexibleRollout' ? { rollout: '100' } : {}),
    ...usual.parameters,
  }
  return (
    strategy.name === usual.name &&
    Object.entries(expected).every(([name, value]) => parameters[name] === value) &&
    sameJson(strategy.constraints, usual.constraints) &&
    sameJson(strategy.segments, usual.segments) &&
    sameJson(strategy.variants, usual.variants)
  )
}

const sameJson = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b ?? [])
