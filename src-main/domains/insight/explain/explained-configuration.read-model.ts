import { isEqual } from '#shared/configuration/equality.ts'
import { ownValue } from '#shared/own-value.ts'
import type { EvaluatedFeature } from '#shared/flags/evaluation/index.ts'
import { applyOverrides, isOfRequests } from '#shared/flags/overrides/apply-overrides.ts'
import { audienceInWords } from '#shared/flags/overrides/override-words.ts'
import type { Constraint } from '#shared/flags/schemas/constraint.ts'
import type { Override, OverrideStrategy } from '#shared/flags/schemas/override.ts'
import type { EnvironmentVariant } from '#shared/flags/schemas/variant.ts'
import { mapInSteps } from '#runtime/in-steps.ts'
import { groupRows } from '#store/group-rows.ts'
import { inList } from '#store/in-list.ts'
import { fromJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'
import { readOverrides } from '#domains/flags/overrides/overrides.store.ts'
import { readStrategies, type PlacedStrategy } from '#domains/flags/features/feature-strategies.store.ts'
import { readDefaultStrategies, type DefaultStrategy } from '#domains/projects/projects/projects.store.ts'

/** A flag as it is evaluated, with all that is known of it here: disabled strategies, ids, titles. */
export interface ExplainedFeature extends EvaluatedFeature {
  project: string
  strategies: readonly ExplainedStrategy[]
  variants: readonly EnvironmentVariant[]
  /** Its overrides there. Those that hold for the request are laid over it already. */
  overrides?: readonly Override[]
}

export type ExplainedStrategy = PlacedStrategy & { isProjectDefault?: boolean }

/** Everything of an environment that flags are evaluated with. */
export interface ExplainedConfiguration {
  features: ReadonlyMap<string, ExplainedFeature>
  segments: ReadonlyMap<number, { id: number; name: string; constraints: Constraint[] }>
}

/** The names and projects of the flags that are not archived, by name: of some projects, or of all. */
export async function readPlaygroundFlags(
  queries: Queries,
  projects?: readonly string[],
): Promise<{ name: string; project: string }[]> {
  return queries
    .selectFrom('features')
    .select(['name', 'project'])
    .where('archived_at', 'is', null)
    .$if(projects !== undefined, (q) => q.where((eb) => inList(eb.ref('project'), projects ?? [])))
    .orderBy('name')
    .execute()
}

/**
 * Reads the unarchived flags of an environment: all, or some with their parents, which may be in another
 * project. A flag whose project does not have the environment is included, and off in it. Overrides for a token or a header
 * hold if they are among the audiences.
 */
export async function readExplainedConfiguration(
  queries: Queries,
  environment: string,
  flags?: readonly string[],
  audiences: readonly string[] = [],
): Promise<ExplainedConfiguration> {
  const parents = await readParents(queries)
  const names = flags && withAncestors(flags, parents)
  const rows = await queries
    .selectFrom('features as f')
    .leftJoin('feature_environments as fe', (join) =>
      join.onRef('fe.feature_name', '=', 'f.name').on('fe.environment', '=', environment),
    )
    .select(['f.name', 'f.project', 'fe.enabled', 'fe.variants'])
    .where('f.archived_at', 'is', null)
    .$if(names !== undefined, (q) => q.where((eb) => inList(eb.ref('f.name'), names ?? [])))
    .orderBy('f.name')
    .execute()
  const strategies = groupRows(
    await readStrategies(queries, { features: rows.map((row) => row.name), environment }),
    (strategy) => strategy.featureName,
  )
  const overrides = groupRows(await readOverrides(queries, { environment }), (one) => one.feature)
  const defaults = await readDefaultStrategies(queries, environment)
  const features = await mapInSteps(rows, (row) =>
    toExplainedFeature({
      name: row.name,
      project: row.project,
      enabled: row.enabled ?? false,
      strategies: strategies.get(row.name) ?? [],
      variants: row.variants === null ? [] : fromJson<EnvironmentVariant[]>(row.variants),
      dependencies: parents.get(row.name) ?? [],
      defaultStrategy: defaults(row.project),
      overrides: overrides.get(row.name) ?? [],
      audiences,
    }),
  )
  const segments = await queries.selectFrom('segments').select(['id', 'name', 'constraints']).execute()
  return {
    features: new Map(features.map((feature) => [feature.name, feature])),
    segments: new Map(
      segments.map((one) => [one.id, { ...one, constraints: fromJson<Constraint[]>(one.constraints) }]),
    ),
  }
}

/** Flag in an environment by itself, before overrides are laid over it. */
export interface FlagState {
  name: string
  project: string
  enabled: boolean
  strategies: readonly PlacedStrategy[]
  variants: readonly EnvironmentVariant[]
  dependencies: readonly Parent[]
  /** Default strategy of its project there. */
  defaultStrategy: DefaultStrategy
  overrides: readonly Override[]
  /** Audiences of the request: their overrides are laid over it as well. */
  audiences: readonly string[]
}

/** Makes a flag as it is evaluated of what it is by itself and what lies over it. */
export function toExplainedFeature(state: FlagState): ExplainedFeature {
  const { name, project, enabled, variants, dependencies, defaultStrategy, overrides, audiences } = state
  const feature: ExplainedFeature = {
    name,
    project,
    enabled,
    strategies: state.strategies.map((strategy) =>
      isLike(strategy, defaultStrategy) ? { ...strategy, isProjectDefault: true } : strategy,
    ),
    variants,
    ...(dependencies.length > 0 ? { dependencies } : {}),
  }
  if (overrides.length === 0) return feature
  const applied = overrides.filter((one) => !isOfRequests(one) || audiences.includes(one.audience))
  return {
    ...applyOverrides(feature, applied, (override, strategy) => toStrategy(override, feature, strategy)),
    overrides,
  }
}

/** Makes a strategy by which an override lets people in. Its id and title say where it is from. */
const toStrategy = (
  { audience, environment, strategies }: Override,
  { name }: Pick<ExplainedFeature, 'name'>,
  own?: OverrideStrategy,
): ExplainedStrategy => ({
  id: own ? `override-${audience}-${(strategies ?? []).indexOf(own) + 1}` : `override-${audience}`,
  name: 'default',
  featureName: name,
  environment,
  sortOrder: 0,
  milestoneId: null,
  disabled: false,
  constraints: [],
  parameters: {},
  variants: [],
  segments: [],
  ...own,
  title: [`Override for ${audienceInWords(audience)}`, ...(own?.title ? [own.title] : [])].join(': '),
})

export type Parent = { feature: string; enabled: boolean; variants: string[] }

async function readParents(queries: Queries): Promise<Map<string, Parent[]>> {
  const rows = await queries.selectFrom('feature_dependencies').selectAll().orderBy('parent').execute()
  return new Map(
    [...groupRows(rows, (row) => row.child)].map(([child, own]) => [
      child,
      own.map((row) => ({
        feature: row.parent,
        enabled: row.enabled,
        variants: fromJson<string[]>(row.variants),
      })),
    ]),
  )
}

function withAncestors(
  flags: readonly string[],
  parents: ReadonlyMap<string, readonly Parent[]>,
): Set<string> {
  const names = new Set(flags)
  // iterating a set also visits the items added meanwhile
  for (const name of names) for (const { feature } of parents.get(name) ?? []) names.add(feature)
  return names
}

/**
 * Checks whether a strategy equals its project's default strategy, which flags without a strategy receive.
 */
function isLike(strategy: PlacedStrategy, usual: DefaultStrategy): boolean {
  const { parameters } = strategy
  const expected: Record<string, unknown> = {
    ...(usual.name === 'flexibleRollout' ? { rollout: '100' } : {}),
    ...usual.parameters,
  }
  return (
    strategy.name === usual.name &&
    Object.entries(expected).every(([name, value]) => ownValue(parameters, name) === value) &&
    isEqual(strategy.constraints, usual.constraints ?? []) &&
    isEqual(strategy.segments, usual.segments ?? []) &&
    isEqual(strategy.variants, usual.variants ?? [])
  )
}
