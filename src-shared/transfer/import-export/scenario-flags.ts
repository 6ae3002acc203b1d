import type { ExportedFlags } from '../schemas/import-export.ts'
import type { ScenarioFlag, ScenarioFlagEnvironment, ScenarioStrategy } from '../schemas/scenario.ts'
import { inEvaluationOrder } from './strategy-order.ts'

type Exported = ExportedFlags['featureStrategies'][number]
type Constraint = NonNullable<Exported['constraints']>[number]
type Variant = NonNullable<ScenarioFlagEnvironment['variants']>[number]

/** Flag with one environment, as an export says. */
type ExportedFlag = ScenarioFlag & { environments: Record<string, Required<ScenarioFlagEnvironment>> }

/** Reads an export as flags with one environment, in one form whichever instance it comes from: equal flags are equal texts. */
export function scenarioFlagsOf(data: ExportedFlags, environment: string): ExportedFlag[] {
  const segments = new Map((data.segments ?? []).map(({ id, name }) => [id, name]))
  const strategies = byFlag(data.featureStrategies)
  const tags = byFlag(data.featureTags ?? [])
  const environments = new Map((data.featureEnvironments ?? []).map((one) => [one.featureName, one]))
  const dependencies = new Map((data.dependencies ?? []).map((one) => [one.feature, one.dependencies]))
  const links = new Map((data.links ?? []).map((one) => [one.feature, one.links]))
  const flags = data.features.map(({ name, description, type, stale, impressionData }): ExportedFlag => ({
    name,
    // no description and an empty one read alike
    description: description ?? '',
    type: type ?? 'release',
    stale: stale ?? false,
    impressionData: impressionData ?? false,
    tags: inOrder(
      (tags.get(name) ?? []).map(({ tagType, tagValue }) => ({ type: tagType, value: tagValue })),
    ),
    dependencies: inOrder(
      (dependencies.get(name) ?? []).map(({ feature, enabled, variants }) => ({
        feature,
        enabled: enabled ?? true,
        variants: [...(variants ?? [])].sort(),
      })),
    ),
    links: inOrder((links.get(name) ?? []).map(({ url, title }) => ({ url, title: title ?? null }))),
    environments: {
      [environment]: {
        enabled: environments.get(name)?.enabled ?? false,
        strategies: inEvaluationOrder(strategies.get(name) ?? []).map((one) =>
          toStrategy(name, one, segments),
        ),
        variants: byWeight(environments.get(name)?.variants ?? []).map(toVariant),
      },
    },
  }))
  return [...new Map(flags.map((flag) => [flag.name, flag])).values()]
}

/** Makes an export of flags with one environment, to be imported: segments have the numbers of their names in it. */
export function toExport(
  flags: readonly ScenarioFlag[],
  words: Pick<ExportedFlags, 'contextFields' | 'tagTypes'>,
): ExportedFlags {
  const states = flags.flatMap(({ name: featureName, environments = {} }) =>
    Object.values(environments).map((state) => ({ featureName, ...state })),
  )
  const names = states.flatMap(({ strategies = [] }) => strategies.flatMap(({ segments = [] }) => segments))
  const idOf = new Map([...new Set(names)].map((name, index) => [name, index + 1]))
  return {
    ...words,
    features: flags.map(({ name, project, description, type, stale, impressionData }) => ({
      name,
      // other services set the dependencies of flags that are said to be active
      ...(project === undefined ? {} : { project }),
      archived: false,
      description: description === '' ? null : description,
      type,
      stale,
      impressionData,
    })),
    featureStrategies: states.flatMap(({ featureName, strategies = [] }) =>
      strategies.map(({ segments = [], ...one }, sortOrder) => ({
        ...one,
        featureName,
        sortOrder,
        segments: segments.flatMap((name) => idOf.get(name) ?? []),
      })),
    ),
    featureEnvironments: states.map(({ featureName, enabled = false, variants }) => ({
      // other services find the flag by it
      name: featureName,
      featureName,
      enabled,
      variants,
    })),
    featureTags: flags.flatMap(({ name: featureName, tags = [] }) =>
      tags.map(({ type, value }) => ({ featureName, tagType: type, tagValue: value })),
    ),
    segments: [...idOf].map(([name, id]) => ({ id, name })),
    dependencies: flags.map(({ name: feature, dependencies = [] }) => ({ feature, dependencies })),
    links: flags.map(({ name: feature, links = [] }) => ({ feature, links })),
  }
}

function toStrategy(
  flag: string,
  { name, title, disabled, parameters = {}, constraints = [], segments = [], variants = [] }: Exported,
  nameOf: ReadonlyMap<number, string>,
): ScenarioStrategy {
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
