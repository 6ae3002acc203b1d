import type { ExportedFlags, ExportQuery } from '#shared/transfer/schemas/import-export.ts'
import { groupRows } from '#store/group-rows.ts'
import { inList } from '#store/in-list.ts'
import { fromJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'
import { readContextFields } from '#domains/flags/context/context-fields.store.ts'
import { findFeatures } from '#domains/flags/features/features.store.ts'
import { readStrategies, type PlacedStrategy } from '#domains/flags/features/feature-strategies.store.ts'
import { readLinks } from '#domains/flags/flag-links/flag-links.store.ts'
import { readFlagTags, readTagTypes } from '#domains/flags/tags/tags.store.ts'
import { readReleasesIn } from '#domains/flags/milestones/releases.read-model.ts'

/**
 * Flags with all that hangs on them in an environment (recorded exchanges transfer/*). Archived ones are not
 * exported.
 */
export async function readExport(queries: Queries, query: ExportQuery): Promise<ExportedFlags> {
  const { environment } = query
  const flags = (await findFeatures(queries, await namesOf(queries, query))).filter(
    (flag) => flag.archivedAt === null,
  )
  const names = flags.map((flag) => flag.name)
  const strategies = await readStrategies(queries, { features: names, environment })
  const tags = await readFlagTags(queries, names)
  const linksOf = groupRows(await readLinks(queries, names), (link) => link.feature)
  const usedTypes = new Set([...tags.values()].flat().map((tag) => tag.type))
  return {
    features: flags.map(({ name, description, type, project, stale, impressionData }) => ({
      name,
      description,
      type: type as 'release',
      project,
      stale,
      impressionData,
      archived: false,
    })),
    featureStrategies: strategies.map(toExported),
    featureEnvironments: await readEnvironments(queries, names, environment),
    contextFields: await readUsedFields(queries, strategies),
    featureTags: names.flatMap((featureName) =>
      (tags.get(featureName) ?? []).map(({ type, value }) => ({
        featureName,
        tagType: type,
        tagValue: value,
      })),
    ),
    segments: await readUsedSegments(queries, strategies),
    tagTypes: (await readTagTypes(queries)).filter((type) => usedTypes.has(type.name)),
    dependencies: await readDependencies(queries, names),
    links: names.flatMap((feature) => {
      const own = linksOf.get(feature)
      return own ? [{ feature, links: own.map(({ id, url, title }) => ({ id, url, title })) }] : []
    }),
  }
}

/** The names that the query means: unknown ones are passed over. */
async function namesOf(queries: Queries, { features, tag, project }: ExportQuery): Promise<string[]> {
  if (features) return features
  const rows =
    tag === undefined
      ? await queries
          .selectFrom('features')
          .select('name')
          .where('project', '=', project ?? '')
          .orderBy('name')
          .execute()
      : await queries
          .selectFrom('feature_tags')
          .select('feature_name as name')
          .where('tag_value', '=', tag)
          .distinct()
          .orderBy('name')
          .execute()
  return rows.map((row) => row.name)
}

const toExported = (strategy: PlacedStrategy): ExportedFlags['featureStrategies'][number] => ({
  name: strategy.name,
  id: strategy.id,
  featureName: strategy.featureName,
  title: strategy.title,
  parameters: strategy.parameters,
  constraints: strategy.constraints,
  variants: strategy.variants,
  disabled: strategy.disabled,
  segments: strategy.segments,
  sortOrder: strategy.sortOrder,
})

async function readEnvironments(
  queries: Queries,
  names: readonly string[],
  environment: string,
): Promise<NonNullable<ExportedFlags['featureEnvironments']>> {
  if (names.length === 0) return []
  const rows = await queries
    .selectFrom('feature_environments')
    .select(['feature_name', 'environment', 'enabled', 'variants'])
    .where((eb) => inList(eb.ref('feature_name'), names))
    .where('environment', '=', environment)
    .orderBy('feature_name')
    .execute()
  return rows.map((row) => ({
    name: row.feature_name,
    featureName: row.feature_name,
    environment: row.environment,
    enabled: row.enabled,
    variants: fromJson(row.variants),
  }))
}

/** The fields that constraints, rollouts and variants of the strategies use. */
async function readUsedFields(
  queries: Queries,
  strategies: readonly PlacedStrategy[],
): Promise<NonNullable<ExportedFlags['contextFields']>> {
  const used = new Set(
    strategies.flatMap(({ constraints, parameters, variants }) => [
      ...constraints.map((constraint) => constraint.contextName),
      ...variants.map((variant) => variant.stickiness),
      parameters['stickiness'] ?? '',
    ]),
  )
  return (await readContextFields(queries))
    .filter((field) => used.has(field.name))
    .map(({ name, description, stickiness, sortOrder, legalValues }) => ({
      name,
      description,
      stickiness,
      sortOrder,
      legalValues,
    }))
}

async function readUsedSegments(
  queries: Queries,
  strategies: readonly PlacedStrategy[],
): Promise<{ id: number; name: string }[]> {
  const ids = [...new Set(strategies.flatMap((strategy) => strategy.segments))]
  if (ids.length === 0) return []
  return queries
    .selectFrom('segments')
    .select(['id', 'name'])
    .where((eb) => inList(eb.ref('id'), ids))
    .orderBy('id')
    .execute()
}

async function readDependencies(
  queries: Queries,
  names: readonly string[],
): Promise<NonNullable<ExportedFlags['dependencies']>> {
  if (names.length === 0) return []
  const rows = await queries
    .selectFrom('feature_dependencies')
    .selectAll()
    .where((eb) => inList(eb.ref('child'), names))
    .orderBy('child')
    .orderBy('parent')
    .execute()
  return [...groupRows(rows, (row) => row.child)].map(([feature, parents]) => ({
    feature,
    dependencies: parents.map((row) => ({
      feature: row.parent,
      enabled: row.enabled,
      variants: fromJson<string[]>(row.variants),
    })),
  }))
}

/** Adds the release plans and safeguards of the exported flags (docs/contract/transfer.md#export-changes). */
export async function withReleases(
  queries: Queries,
  exported: ExportedFlags,
  environment: string,
): Promise<ExportedFlags> {
  const flags = exported.features.map(({ name, project }) => ({ name, project: project ?? '' }))
  const releases = await readReleasesIn(queries, flags, environment)
  if (releases.size === 0) return exported
  return {
    ...exported,
    featureEnvironments: (exported.featureEnvironments ?? []).map((one) => {
      const { releasePlans, safeguards } = releases.get(one.featureName) ?? {}
      return {
        ...one,
        ...(releasePlans ? { releasePlans: releasePlans.map((plan) => ({ ...plan })) } : {}),
        ...(safeguards ? { safeguards: safeguards.map((safeguard) => ({ ...safeguard })) } : {}),
      }
    }),
  }
}
