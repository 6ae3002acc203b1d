import { flagPath, type Parts } from '../../../../../src-shared/audit/undo/index.ts'
import type { ScenarioFlag, ScenarioStrategy } from '../../../../../src-shared/transfer/schemas/scenario.ts'
import { ownValue } from '../../../../../src-shared/own-value.ts'
import type { Queries } from '../../../../store/queries.ts'
import { readInBatches } from '../../../audit/records/undo/read-current-parts.ts'
import type { ItemIds } from './item-ids.ts'
import { readFlagNames, readPlannedStrategies } from './scenario-names.read-model.ts'

/** A flag as it is now. Archived ones are read too, so that naming one brings it back. */
export type CurrentFlag = ScenarioFlag & { archived?: true }

/** Reads flags as a scenario has them, in the order of their names; other requests are answered on the way. */
export async function readFlags(
  queries: Queries,
  ids: ItemIds,
  names?: readonly string[],
): Promise<CurrentFlag[]> {
  const flags: CurrentFlag[] = []
  const planned = await readPlannedStrategies(queries)
  const owners = (names ?? (await readFlagNames(queries))).map((name) => flagPath(name))
  for await (const batch of readInBatches(queries, owners))
    for (const [, name = ''] of batch.owners) {
      const flag = toFlag(batch.parts, name, ids, planned)
      if (flag) flags.push(flag)
    }
  return flags
}

function toFlag(
  parts: Parts,
  name: string,
  ids: ItemIds,
  planned: ReadonlySet<string>,
): CurrentFlag | undefined {
  const own = <T>(...rest: string[]) => parts.get(flagPath(name, ...rest)) as T
  if (!parts.has(flagPath(name))) return undefined
  const below = (kind: string) => parts.under(flagPath(name, kind))
  const environments: NonNullable<ScenarioFlag['environments']> = {}
  for (const { path, value } of below('env')) {
    const [, , , environment = '', kind, id = ''] = path
    const at = ownValue(environments, environment) ?? { enabled: false, strategies: [], variants: [] }
    environments[environment] = at
    if (kind === 'enabled') at.enabled = value === true
    else if (kind === 'variants') at.variants = value as never
    else if (kind === 'strategy' && path.length === 6 && !planned.has(id))
      at.strategies?.push(toStrategy(value as Record<string, unknown>, ids))
  }
  return {
    name,
    project: own<string>('project'),
    ...own<Pick<ScenarioFlag, 'type' | 'description' | 'impressionData'>>('settings'),
    stale: own<boolean>('stale'),
    tags: below('tag').map(({ path: [, , , type = '', value = ''] }) => ({ type, value })),
    links: below('link').map(({ value }) => value as { url: string; title: string | null }),
    dependencies: below('parent').map(({ path, value }) => ({
      feature: path[3] ?? '',
      ...(value as { enabled: boolean; variants: string[] }),
    })),
    environments,
    ...(own<boolean>('archived') ? { archived: true as const } : {}),
  }
}

function toStrategy({ segments, ...strategy }: Record<string, unknown>, ids: ItemIds): ScenarioStrategy {
  return {
    ...(strategy as Omit<ScenarioStrategy, 'segments'>),
    segments: (segments as number[]).flatMap((id) => ids.segments.nameOf(id) ?? []).sort(),
  }
}
