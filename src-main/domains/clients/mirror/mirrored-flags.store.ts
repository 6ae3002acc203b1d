import { SYSTEM_USER_ID } from '#kernel/caller.ts'
import type { Ids } from '#kernel/ids.ts'
import { inBatches } from '#store/in-batches.ts'
import { inList } from '#store/in-list.ts'
import { insertAll } from '#store/insert-all.ts'
import { toJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'
import type { UpstreamFlag, UpstreamSegment } from './upstream-answer.ts'

/** Place and time that answers of the upstream are written with. */
interface Writing {
  environment: string
  ids: Pick<Ids, 'ulid'>
  /** ISO-8601. */
  at: string
}

const projectOf = ({ project }: UpstreamFlag) => project ?? 'default'
const PRODUCTION = /prod/i

/** Adds the environment and the projects of flags, as far as they are not there: an answer has no more than their names. */
export async function addPlaces(
  queries: Queries,
  projects: readonly string[],
  { environment, at }: Pick<Writing, 'environment' | 'at'>,
): Promise<void> {
  await queries
    .insertInto('environments')
    .values({
      name: environment,
      type: PRODUCTION.test(environment) ? 'production' : 'development',
      sort_order: 100,
      enabled: true,
      protected: false,
      required_approvals: null,
      created_at: at,
    })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  await insertAll(
    queries,
    'projects',
    projects.map((id) => ({
      id,
      name: id,
      description: null,
      mode: 'open' as const,
      default_stickiness: 'default',
      feature_limit: null,
      feature_naming: null,
      link_templates: toJson([]),
      created_at: at,
      updated_at: at,
      archived_at: null,
    })),
    (insert) => insert.onConflict((conflict) => conflict.column('id').doNothing()),
  )
  await insertAll(
    queries,
    'project_environments',
    projects.map((project) => ({ project, environment, default_strategy: null })),
    (insert) => insert.onConflict((conflict) => conflict.columns(['project', 'environment']).doNothing()),
  )
}

/** Writes segments under the ids that they have upstream. Returns whether one has changed. */
export async function writeSegments(
  queries: Queries,
  segments: readonly UpstreamSegment[],
  { at }: Pick<Writing, 'at'>,
): Promise<boolean> {
  const rows = await queries.selectFrom('segments').select(['id', 'name', 'constraints']).execute()
  const held = new Map(rows.map((row) => [row.id, row]))
  const nameOf = ({ id, name }: UpstreamSegment) => {
    const wanted = name ?? `segment ${id}`
    return rows.some((row) => row.name === wanted && row.id !== id) ? `${wanted} (${id})` : wanted
  }
  const changed = segments.filter((segment) => {
    const row = held.get(segment.id)
    return row?.name !== nameOf(segment) || row.constraints !== toJson(segment.constraints)
  })
  await insertAll(
    queries,
    'segments',
    changed.map((segment) => ({
      id: segment.id,
      name: nameOf(segment),
      description: null,
      project: null,
      constraints: toJson(segment.constraints),
      created_by: 'upstream',
      created_at: at,
    })),
    (insert) =>
      insert.onConflict((conflict) =>
        conflict.column('id').doUpdateSet((eb) => ({
          name: eb.ref('excluded.name'),
          constraints: eb.ref('excluded.constraints'),
        })),
      ),
  )
  return changed.length > 0
}

/** Writes flags as they are in an environment, in place of what they were there. */
export async function writeFlags(
  queries: Queries,
  flags: readonly UpstreamFlag[],
  writing: Writing,
): Promise<void> {
  const { environment, at } = writing
  const types = new Set(
    (await queries.selectFrom('feature_types').select('id').execute()).map(({ id }) => id),
  )
  await insertAll(
    queries,
    'features',
    flags.map((flag) => ({
      name: flag.name,
      project: projectOf(flag),
      type: flag.type && types.has(flag.type) ? flag.type : 'release',
      description: flag.description ?? null,
      stale: flag.stale ?? false,
      impression_data: flag.impressionData ?? false,
      created_at: at,
      created_by_user_id: SYSTEM_USER_ID,
      archived_at: null,
    })),
    (insert) =>
      insert.onConflict((conflict) =>
        conflict.column('name').doUpdateSet((eb) => ({
          project: eb.ref('excluded.project'),
          type: eb.ref('excluded.type'),
          description: eb.ref('excluded.description'),
          stale: eb.ref('excluded.stale'),
          impression_data: eb.ref('excluded.impression_data'),
          archived_at: null,
        })),
      ),
  )
  const alone = await writeDependencies(queries, flags)
  await insertAll(
    queries,
    'feature_environments',
    flags.map((flag) => ({
      feature_name: flag.name,
      environment,
      // SDKs have a flag off whose parent they do not get
      enabled: flag.enabled && !alone.has(flag.name),
      variants: toJson(flag.variants),
      last_seen_at: null,
    })),
    (insert) =>
      insert.onConflict((conflict) =>
        conflict.columns(['feature_name', 'environment']).doUpdateSet((eb) => ({
          enabled: eb.ref('excluded.enabled'),
          variants: eb.ref('excluded.variants'),
        })),
      ),
  )
  await writeStrategies(queries, flags, writing)
}

/** Replaces the strategies of flags in an environment, some flags at a time: each can have thirty. */
const writeStrategies = (queries: Queries, flags: readonly UpstreamFlag[], writing: Writing): Promise<void> =>
  inBatches(flags, async (some) => {
    const { environment, ids, at } = writing
    const names = some.map(({ name }) => name)
    await queries
      .deleteFrom('feature_strategies')
      .where('environment', '=', environment)
      .where((eb) => inList(eb.ref('feature_name'), names))
      .execute()
    const strategies = some.flatMap((flag) =>
      flag.strategies.map((strategy, index) => ({ ...strategy, id: ids.ulid(), flag: flag.name, index })),
    )
    await insertAll(
      queries,
      'feature_strategies',
      strategies.map((strategy) => ({
        id: strategy.id,
        feature_name: strategy.flag,
        environment,
        name: strategy.name,
        title: null,
        disabled: false,
        constraints: toJson(strategy.constraints.map((one) => ({ ...one, values: one['values'] ?? [] }))),
        parameters: toJson(strategy.parameters),
        variants: toJson(strategy.variants),
        sort_order: strategy.index,
        milestone_id: null,
        created_at: at,
      })),
    )
    await insertAll(
      queries,
      'feature_strategy_segments',
      strategies.flatMap(({ id, segments }) =>
        [...new Set(segments)].map((segment) => ({ strategy_id: id, segment_id: segment })),
      ),
    )
  })

/** Writes what flags depend on. Returns the names of those with a parent that is not here. */
async function writeDependencies(queries: Queries, flags: readonly UpstreamFlag[]): Promise<Set<string>> {
  await inBatches(flags, (some) =>
    queries
      .deleteFrom('feature_dependencies')
      .where((eb) =>
        inList(
          eb.ref('child'),
          some.map(({ name }) => name),
        ),
      )
      .execute(),
  )
  const links = flags.flatMap(({ name: child, dependencies }) => {
    // a service can name a parent twice
    const parents = new Map(dependencies.map((one) => [one.feature, one]))
    return [...parents.values()].map(({ feature: parent, enabled, variants }) => ({
      child,
      parent,
      enabled: enabled ?? true,
      variants: toJson(variants),
    }))
  })
  if (links.length === 0) return new Set()
  const parents = [...new Set(links.map(({ parent }) => parent))]
  const found = await queries
    .selectFrom('features')
    .select('name')
    .where((eb) => inList(eb.ref('name'), parents))
    .execute()
  const known = new Set(found.map(({ name }) => name))
  await insertAll(
    queries,
    'feature_dependencies',
    links.filter(({ parent }) => known.has(parent)),
  )
  return new Set(links.filter(({ parent }) => !known.has(parent)).map(({ child }) => child))
}

/** Removes flags from an environment; those that are in none any more, for good. */
export async function removeFlags(
  queries: Queries,
  {
    environment,
    there,
    nowhere,
  }: { environment: string; there: readonly string[]; nowhere: readonly string[] },
): Promise<void> {
  await inBatches(there, (names) =>
    queries
      .deleteFrom('feature_environments')
      .where('environment', '=', environment)
      .where((eb) => inList(eb.ref('feature_name'), names))
      .execute(),
  )
  await inBatches(there, (names) =>
    queries
      .deleteFrom('feature_strategies')
      .where('environment', '=', environment)
      .where((eb) => inList(eb.ref('feature_name'), names))
      .execute(),
  )
  await inBatches(nowhere, (names) =>
    queries
      .deleteFrom('features')
      .where((eb) => inList(eb.ref('name'), names))
      .execute(),
  )
}
