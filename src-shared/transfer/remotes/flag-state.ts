import { inEvaluationOrder } from '../import-export/strategy-order.ts'
import type { ExportedFlags } from '../schemas/import-export.ts'

type Exported = ExportedFlags['featureStrategies'][number]
type Constraint = NonNullable<Exported['constraints']>[number]
type Variant = NonNullable<NonNullable<ExportedFlags['featureEnvironments']>[number]['variants']>[number]

export interface StrategyState {
  name: string
  title: string | null
  disabled: boolean
  parameters: Record<string, string>
  constraints: Constraint[]
  /** By name: ids are each instance's own. */
  segments: string[]
  variants: NonNullable<Exported['variants']>
}

/** A flag in an environment, in one form whichever instance it comes from: equal states are equal texts. */
export interface FlagState {
  description: string
  type: string
  stale: boolean
  impressionData: boolean
  tags: { type: string; value: string }[]
  dependencies: { feature: string; enabled: boolean; variants: string[] }[]
  links: { url: string; title: string | null }[]
  enabled: boolean
  strategies: StrategyState[]
  variants: Variant[]
}

export type FlagStates = ReadonlyMap<string, FlagState>

/** Properties in which two instances can differ, in reading order. */
export const FLAG_PROPERTIES = [
  'description',
  'type',
  'stale',
  'impressionData',
  'tags',
  'dependencies',
  'links',
  'enabled',
  'strategies',
  'variants',
] as const satisfies readonly (keyof FlagState)[]
export type FlagProperty = (typeof FLAG_PROPERTIES)[number]

/** The flags of an export, by name. */
export function toFlagStates(data: ExportedFlags): Map<string, FlagState> {
  const segments = new Map((data.segments ?? []).map(({ id, name }) => [id, name]))
  const strategies = byFlag(data.featureStrategies)
  const tags = byFlag(data.featureTags ?? [])
  const environments = new Map((data.featureEnvironments ?? []).map((one) => [one.featureName, one]))
  const dependencies = new Map((data.dependencies ?? []).map((one) => [one.feature, one.dependencies]))
  const links = new Map((data.links ?? []).map((one) => [one.feature, one.links]))
  return new Map(
    data.features.map((feature) => [
      feature.name,
      {
        // no description and an empty one read alike
        description: feature.description ?? '',
        type: feature.type ?? 'release',
        stale: feature.stale ?? false,
        impressionData: feature.impressionData ?? false,
        tags: inOrder(
          (tags.get(feature.name) ?? []).map(({ tagType, tagValue }) => ({ type: tagType, value: tagValue })),
        ),
        dependencies: inOrder(
          (dependencies.get(feature.name) ?? []).map((one) => ({
            feature: one.feature,
            enabled: one.enabled ?? true,
            variants: [...(one.variants ?? [])].sort(),
          })),
        ),
        links: inOrder(
          (links.get(feature.name) ?? []).map(({ url, title }) => ({ url, title: title ?? null })),
        ),
        enabled: environments.get(feature.name)?.enabled ?? false,
        strategies: inEvaluationOrder(strategies.get(feature.name) ?? []).map((one) =>
          toStrategyState(feature.name, one, segments),
        ),
        variants: byWeight(environments.get(feature.name)?.variants ?? []).map(toVariant),
      },
    ]),
  )
}

/** An export of these flags, to be imported: segments have the numbers of their names in it. */
export function toExport(states: FlagStates, words: Pick<ExportedFlags, 'contextFields' | 'tagTypes'>) {
  const names = [
    ...new Set([...states.values()].flatMap(({ strategies }) => strategies.flatMap((one) => one.segments))),
  ]
  const idOf = new Map(names.map((name, index) => [name, index + 1]))
  const flags = [...states]
  const data: ExportedFlags = {
    ...words,
    features: flags.map(([name, { description, type, stale, impressionData }]) => ({
      name,
      description: description === '' ? null : description,
      type: type as 'release',
      stale,
      impressionData,
    })),
    featureStrategies: flags.flatMap(([featureName, { strategies }]) =>
      strategies.map((one, sortOrder) => ({
        ...one,
        featureName,
        sortOrder,
        segments: one.segments.flatMap((name) => idOf.get(name) ?? []),
      })),
    ),
    featureEnvironments: flags.map(([featureName, { enabled, variants }]) => ({
      featureName,
      enabled,
      variants,
    })),
    featureTags: flags.flatMap(([featureName, { tags }]) =>
      tags.map(({ type, value }) => ({ featureName, tagType: type, tagValue: value })),
    ),
    segments: [...idOf].map(([name, id]) => ({ id, name })),
    dependencies: flags.map(([feature, { dependencies }]) => ({ feature, dependencies })),
    links: flags.map(([feature, { links }]) => ({ feature, links })),
  }
  return data
}

function toStrategyState(
  flag: string,
  { name, title, disabled, parameters = {}, constraints = [], segments = [], variants = [] }: Exported,
  nameOf: ReadonlyMap<number, string>,
): StrategyState {
  const complete =
    name === 'flexibleRollout'
      ? { groupId: flag, rollout: '100', stickiness: 'default', ...parameters }
      : parameters
  return {
    name,
    title: title ? title : null,
    disabled: disabled ?? false,
    parameters: Object.fromEntries(Object.entries(complete).sort(([a], [b]) => (a < b ? -1 : Number(a > b)))),
    constraints: constraints.map(toConstraint),
    segments: segments.map((id) => nameOf.get(id) ?? `segment ${id}`).sort(),
    variants: byWeight(variants).map(({ weightType, stickiness, ...variant }) => ({
      ...toVariant(variant),
      weightType,
      stickiness,
    })),
  }
}

const toConstraint = ({
  contextName,
  operator,
  values = [],
  value,
  inverted = false,
  caseInsensitive = false,
}: Constraint): Constraint => ({
  contextName,
  operator,
  values,
  ...(value === undefined ? {} : { value }),
  inverted,
  caseInsensitive,
})

const toVariant = ({ name, weight, weightType, stickiness, payload, overrides = [] }: Variant): Variant => ({
  name,
  weight,
  weightType: weightType ?? 'variable',
  stickiness: stickiness ?? 'default',
  ...(payload === undefined ? {} : { payload: { type: payload.type, value: payload.value } }),
  ...(overrides.length === 0
    ? {}
    : { overrides: overrides.map(({ contextName, values }) => ({ contextName, values })) }),
})

function byFlag<T extends { featureName: string }>(items: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) groups.set(item.featureName, [...(groups.get(item.featureName) ?? []), item])
  return groups
}

/** Sorts variants as an import does. */
const byWeight = <V extends { weight: number }>(variants: readonly V[]): V[] =>
  [...variants].sort((a, b) => b.weight - a.weight)

/** Sorts items whose order has no meaning. */
const inOrder = <T>(items: T[]): T[] =>
  items
    .map((item) => [JSON.stringify(item), item] as const)
    .sort(([a], [b]) => (a < b ? -1 : Number(a > b)))
    .map(([, item]) => item)
