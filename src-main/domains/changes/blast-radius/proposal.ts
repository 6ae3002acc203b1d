import type { EvaluatedFeature, EvaluatedSegment } from '#shared/flags/evaluation/index.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { groupRows } from '#store/group-rows.ts'
import type { Queries } from '#store/queries.ts'
import {
  readConfiguredFeatures,
  readSegments as readConfiguredSegments,
} from '#domains/clients/client-api/client-features.read-model.ts'
import { readStrategies } from '#domains/flags/features/feature-strategies.store.ts'
import { readTouchedFlags } from './touched-flags.read-model.ts'

/** Flag as SDKs receive it. Its strategies have titles, by which they are shown. */
export type SnapshotFeature = EvaluatedFeature & { project: string }

/** Flags as SDKs receive them, with the segments and flags they depend on. */
export interface FlagSnapshot {
  features: ReadonlyMap<string, SnapshotFeature>
  segments: ReadonlyMap<number, EvaluatedSegment>
}

/** Flags of an environment before and after the change. */
export interface Proposal {
  environment: string
  flags: readonly string[]
  before: FlagSnapshot
  after: FlagSnapshot
}

/** Scope of a change. */
export interface ChangeScope {
  environments: readonly string[]
  flags: readonly string[]
  segments: readonly number[]
}

/** Makes the change in the caller's transaction, which is rolled back later. Returns both sides. */
export async function propose(
  { everything, visible }: MutationContext,
  { environments, ...aim }: ChangeScope,
  make: () => Promise<void>,
): Promise<Proposal[]> {
  // leave out flags that the caller cannot see
  const flags = await readTouchedFlags(visible, aim)
  const before = await readSides(everything, environments, flags)
  await make()
  const after = await readSides(everything, environments, flags)
  return environments.flatMap((environment, index) => {
    const [one, other] = [before[index], after[index]]
    return one && other ? [{ environment, flags, before: one, after: other }] : []
  })
}

async function readSides(
  queries: Queries,
  environments: readonly string[],
  flags: readonly string[],
): Promise<FlagSnapshot[]> {
  const segments = new Map((await readConfiguredSegments(queries)).map((segment) => [segment.id, segment]))
  const sides: FlagSnapshot[] = []
  for (const environment of environments)
    sides.push({ features: await readFeatures(queries, environment, flags), segments })
  return sides
}

/** Reads flags with their parents, which may be in another project. */
async function readFeatures(
  queries: Queries,
  environment: string,
  flags: readonly string[],
): Promise<FlagSnapshot['features']> {
  const own = await readConfiguredFeatures(queries, environment, flags)
  const parents = own.flatMap(({ feature }) => feature.dependencies?.map((parent) => parent.feature) ?? [])
  const asked = new Set(flags)
  const others = [...new Set(parents)].filter((name) => !asked.has(name))
  const read = others.length > 0 ? await readConfiguredFeatures(queries, environment, others) : []
  const features = [...own, ...read].map(({ feature }) => feature)
  const titles = await readTitles(queries, environment, flags)
  return new Map(features.map((feature) => [feature.name, withTitles(feature, titles.get(feature.name))]))
}

/** Reads the titles of each flag's enabled strategies, in their order. */
async function readTitles(
  queries: Queries,
  environment: string,
  features: readonly string[],
): Promise<ReadonlyMap<string, readonly (string | null)[]>> {
  const active = (await readStrategies(queries, { features, environment })).filter((one) => !one.disabled)
  const groups = groupRows(active, (strategy) => strategy.featureName)
  return new Map([...groups].map(([name, group]) => [name, group.map(({ title }) => title)]))
}

const withTitles = (feature: SnapshotFeature, titles: readonly (string | null)[] = []): SnapshotFeature => ({
  ...feature,
  strategies: feature.strategies.map((strategy, index) => ({ ...strategy, title: titles[index] ?? null })),
})
