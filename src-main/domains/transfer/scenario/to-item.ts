import type { ConfigurationParts } from '#shared/audit/undo/index.ts'
import type { CreateStrategy } from '#shared/flags/schemas/strategy.ts'
import type { StrategyType } from '#shared/flags/schemas/strategy-type.ts'
import type { ScenarioItems } from '#shared/transfer/schemas/scenario.ts'
import type { ItemIds } from './item-ids.ts'
import type { Owners } from './scenario-names.read-model.ts'

type Data = Record<string, unknown>
type Item<List extends keyof ScenarioItems> = NonNullable<ScenarioItems[List]>[number]

/** Builds a role of a scenario; undefined for a predefined one. */
export function toRole(role: Data): Item<'roles'> | undefined {
  return role['type'] === 'custom' || role['type'] === 'root-custom' ? (role as Item<'roles'>) : undefined
}

/** Builds a group, with names in place of ids. */
export function toGroup(group: Data, ids: ItemIds): Item<'groups'> {
  const { name, description, rootRole, mappingsSSO, users } = group
  return {
    name: String(name),
    description: description as string | null,
    mappingsSSO: mappingsSSO as string[],
    rootRole: rootRole === null ? null : (ids.roles.nameOf(Number(rootRole)) ?? null),
    users: (users as number[]).flatMap((id) => ids.nameOfAccount(id) ?? []).sort(),
  }
}

export function toSegment({ name, description, project, constraints }: Data): Item<'segments'> {
  return {
    name: String(name),
    description: description as string | null,
    project: (project as string | undefined) ?? null,
    constraints: constraints as Item<'segments'>['constraints'],
  }
}

export function toStrategyType({ name, title, description, deprecated, parameters }: StrategyType) {
  return {
    name,
    title,
    description,
    deprecated,
    parameters: parameters as Item<'strategyTypes'>['parameters'],
  }
}

/** Builds a project with its environments and access. */
export function toProject(
  parts: ConfigurationParts,
  id: string,
  { environments }: Owners,
  ids: ItemIds,
): Item<'projects'> {
  const settings = parts.get(['project', id, 'settings']) as Data
  const own = environments.map(({ name }) => name).filter((name) => parts.has(['project', id, 'env', name]))
  const approvals = own.map((name): [string, number | null] => [
    name,
    (parts.get(['project', id, 'env', name, 'approvals']) as number | null | undefined) ?? null,
  ])
  return {
    id,
    ...settings,
    ...(parts.get(['project', id, 'archived']) === true ? { archived: true } : {}),
    featureNaming: settings['featureNaming'] ?? { pattern: null },
    environments: own.sort(),
    approvals: Object.fromEntries(approvals),
    defaultStrategies: Object.fromEntries(
      own.map((name) => [
        name,
        toDefaultStrategy(parts.get(['project', id, 'env', name, 'default-strategy']), ids),
      ]),
    ),
    access: {
      users: holders(parts, [id, 'user'], ids, (holder) => ids.nameOfAccount(holder)),
      groups: holders(parts, [id, 'group'], ids, (holder) => ids.groups.nameOf(holder)),
    },
  } as Item<'projects'>
}

/** Builds a default strategy, with names in place of ids; null for an environment without an own one. */
function toDefaultStrategy(stored: unknown, ids: ItemIds): unknown {
  if (stored === null || stored === undefined) return null
  const { segments = [], ...strategy } = stored as CreateStrategy
  return { ...strategy, segments: segments.flatMap((segment) => ids.segments.nameOf(segment) ?? []) }
}

function holders(
  parts: ConfigurationParts,
  [project, kind]: [string, string],
  ids: ItemIds,
  nameOf: (id: number) => string | undefined,
): Record<string, string[]> {
  const held = parts.under(['project', project, 'access', kind]).flatMap(({ path, value }) => {
    const name = nameOf(Number(path[4]))
    const roles = (value as number[]).flatMap((role) => ids.roles.nameOf(role) ?? []).sort()
    return name === undefined ? [] : [[name, roles] as const]
  })
  return Object.fromEntries(held.sort(([one], [other]) => (one < other ? -1 : 1)))
}
