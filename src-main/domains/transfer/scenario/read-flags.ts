import type { ScenarioFlag, ScenarioStrategy } from '#shared/transfer/schemas/scenario.ts'
import { ownValue } from '#shared/own-value.ts'
import { Turn } from '#runtime/turn.ts'
import { fromJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'
import { readFlagRows, type FlagRows } from '#domains/audit/configuration/flag-rows.read-model.ts'
import type { ItemIds } from './item-ids.ts'
import { readFlagNames } from './scenario-names.read-model.ts'

/** Flags that are read at once, at most. At the limits a flag has 30 strategies: a batch then takes some milliseconds. */
const FLAGS_AT_ONCE = 40

/** Reads flags as a scenario has them, archived ones too, in the order of their names; other requests are answered on the way. */
export async function readFlags(
  queries: Queries,
  ids: ItemIds,
  names?: readonly string[],
): Promise<ScenarioFlag[]> {
  const flags: ScenarioFlag[] = []
  for await (const batch of flagsInBatches(queries, ids, names)) flags.push(...batch)
  return flags
}

/** The same, batch by batch, so that no more than one has to be kept. */
export async function* flagsInBatches(
  queries: Queries,
  ids: ItemIds,
  names?: readonly string[],
): AsyncGenerator<ScenarioFlag[]> {
  const turn = new Turn()
  const all = names ?? (await readFlagNames(queries))
  for (let start = 0; start < all.length; start += FLAGS_AT_ONCE) {
    const rows = await readFlagRows(queries, all.slice(start, start + FLAGS_AT_ONCE))
    yield rows.flags.map((flag) => toFlag(flag, { rows, ids }))
    await turn.pause()
  }
}

interface FlagContext {
  rows: FlagRows
  ids: ItemIds
}

function toFlag(flag: FlagRows['flags'][number], { rows, ids }: FlagContext): ScenarioFlag {
  const { name, archivedAt } = flag
  const environments: NonNullable<ScenarioFlag['environments']> = {}
  for (const { environment, enabled, variants } of rows.environments.get(name) ?? [])
    environments[environment] = { enabled, strategies: [], variants: fromJson(variants) }
  for (const { id, environment, ...row } of rows.strategies.get(name) ?? []) {
    if (row.milestone_id !== null) continue // a release plan brings its strategies itself
    const at = ownValue(environments, environment) ?? { enabled: false, strategies: [], variants: [] }
    environments[environment] = at
    const segments = rows.segments.get(id) ?? []
    at.strategies?.push({
      name: row.name,
      title: row.title,
      constraints: fromJson<ScenarioStrategy['constraints']>(row.constraints),
      disabled: row.disabled,
      parameters: fromJson<ScenarioStrategy['parameters']>(row.parameters),
      segments: segments.flatMap(({ segment_id }) => ids.segments.nameOf(segment_id) ?? []).sort(),
      variants: fromJson<ScenarioStrategy['variants']>(row.variants),
    })
  }
  return {
    name,
    project: flag.project,
    type: flag.type as ScenarioFlag['type'],
    description: flag.description,
    impressionData: flag.impressionData,
    stale: flag.stale,
    ...(archivedAt === null ? {} : { archived: true }),
    tags: (rows.tags.get(name) ?? []).map((tag) => ({ type: tag.tag_type, value: tag.tag_value })),
    links: (rows.links.get(name) ?? []).map(({ url, title }) => ({ url, title })),
    dependencies: (rows.parents.get(name) ?? []).map(({ parent, enabled, variants }) => ({
      feature: parent,
      enabled,
      variants: fromJson<string[]>(variants),
    })),
    environments,
  }
}
