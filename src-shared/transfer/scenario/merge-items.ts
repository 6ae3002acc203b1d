import { ownValue, isRecord } from '../../own-value.ts'
import {
  isSame,
  mergeItem,
  takingOf,
  type Choices,
  type ChooseSide,
  type Difference,
  type MergeAction,
  type MergeRules,
} from '../merge.ts'
import type { ScenarioItems, ScenarioList } from '../schemas/scenario.ts'
import { keysOf } from './item-keys.ts'
import { LISTS } from './plan-scenario.ts'

type Item<List extends ScenarioList> = NonNullable<ScenarioItems[List]>[number]

/** Instances as scenarios: as they were the last time, here, and there. A list that one lacks is not merged. */
export interface ItemSides {
  base: ScenarioItems
  mine: ScenarioItems
  theirs: ScenarioItems
  /** Names of flags that are in the archive here. */
  archived?: ReadonlySet<string>
}

/** Item after a merge. */
export interface MergedItem<List extends ScenarioList = ScenarioList> {
  list: List
  name: string
  action: MergeAction
  differences: Difference[]
  /** Item as it is here. */
  mine: Item<List> | undefined
  /** Item as it should be; null: it goes, or there is none. */
  result: Item<List> | null
}

/** Properties whose values are merged one by one: by environment, and for flags by property of the environment. */
const BY_KEY: Partial<Record<ScenarioList, Readonly<Record<string, number>>>> = {
  flags: { environments: 2 },
  projects: { approvals: 1, defaultStrategies: 1, access: 2 },
}

/** Merges instances three ways, list by list. Items without differences are left out. */
export function* mergeItems(sides: ItemSides, choices: Choices): Generator<MergedItem | null> {
  const choose = takingOf(choices)
  for (const list of LISTS) yield* mergeList(list, sides, choose)
}

/** Merges one list of instances. A choice names its items by list and name, as `flags/checkout`. */
export function* mergeList<List extends ScenarioList>(
  list: List,
  { archived, ...sides }: ItemSides,
  choose: ChooseSide,
): Generator<MergedItem<List> | null> {
  const itemsOf = ({ [list]: items }: ScenarioItems) => items && keysOf(list, items)
  const [base, mine, theirs] = [itemsOf(sides.base), itemsOf(sides.mine), itemsOf(sides.theirs)]
  if (mine === undefined || theirs === undefined) return
  const parts = partsOf<Item<List>>(list)
  for (const name of [...new Set([...(base?.keys() ?? []), ...theirs.keys()])].sort()) {
    const isArchived = list === 'flags' && (archived?.has(name) ?? false)
    const states = { base: base?.get(name), mine: mine.get(name), theirs: theirs.get(name), isArchived }
    const merged = mergeItem(`${list}/${name}`, states, parts, choose)
    yield merged.differences.length === 0 ? null : { list, name, mine: states.mine, ...merged }
  }
}

/** Names conflicts without a choice. */
export const openItemConflicts = (items: readonly MergedItem[]): string[] =>
  items.flatMap(({ list, name, differences }) =>
    differences.filter(({ take }) => take === null).map(({ property }) => `${list}/${name} (${property})`),
  )

function partsOf<One extends object>(list: ScenarioList): MergeRules<One, string> {
  const byKey = BY_KEY[list] ?? {}
  const levelsOf = (path: readonly string[]) => ownValue(byKey, path[0] ?? '') ?? 0
  return {
    differing: (mine, theirs) =>
      pathsIn([mine, theirs], levelsOf)
        // a property that the other side does not show is not known to be none
        .filter(([name = '']) => valueAt(theirs, [name]) !== undefined)
        .filter((path) => !isSame(valueAt(mine, path), valueAt(theirs, path)))
        .map((path) => path.join(SEPARATOR)),
    valueOf: (item, property) => valueAt(item, property.split(SEPARATOR)),
    taking: (mine, theirs, properties) =>
      properties.reduce((item, property) => {
        const path = property.split(SEPARATOR)
        const value = valueAt(theirs, path) ?? emptyOf(valueAt(mine, path))
        return { ...item, ...withValue(item, path, value) }
      }, mine),
  }
}

/** Value that takes something away: what a scenario does not name would stay as it is. */
function emptyOf(value: unknown): unknown {
  if (Array.isArray(value)) return []
  return typeof value === 'boolean' ? false : null
}

/** Stands between the names of a path: names of environments and people have dots. */
export const SEPARATOR = ' › '

/** Lists the paths of all values of some items. */
function pathsIn(items: readonly unknown[], levelsOf: (path: readonly string[]) => number): string[][] {
  const walk = (values: readonly unknown[], path: readonly string[]): string[][] => {
    const data = values.filter(isRecord)
    if (path.length > levelsOf(path) || data.length === 0) return [[...path]]
    const names = [...new Set(data.flatMap((one) => Object.keys(one)))]
    return names.flatMap((name) =>
      walk(
        data.map((one) => ownValue(one, name)),
        [...path, name],
      ),
    )
  }
  return walk(items, [])
}

const valueAt = (item: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (isRecord(value) ? ownValue(value, name) : undefined), item)

function withValue(item: unknown, [name, ...rest]: readonly string[], value: unknown): object {
  const data = isRecord(item) ? item : {}
  if (name === undefined) return data
  const inner = rest.length === 0 ? value : withValue(ownValue(data, name), rest, value)
  return { ...data, [name]: inner }
}
