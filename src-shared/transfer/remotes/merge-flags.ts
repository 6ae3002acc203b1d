import { isEqual } from '../../configuration/equality.ts'
import {
  mergeItem,
  takingOf,
  type Difference as ItemDifference,
  type Merged,
  type Parts,
  type Side,
} from '../merge.ts'
import { FLAG_PROPERTIES, type FlagProperty, type FlagState, type FlagStates } from './flag-state.ts'

/** Side to take instead of the outcome. Without a property, for the whole flag. */
export interface Choice {
  flag: string
  property?: Difference['property'] | undefined
  take: Side
}

export interface Choices {
  choices: readonly Choice[]
  /** For conflicts that no choice names. */
  conflicts?: Side | undefined
}

/** Something in which a flag differs between here and the remote. */
export type Difference = ItemDifference<FlagProperty>

/** Flag after a merge, with what becomes of it on this instance. */
export interface MergedFlag extends Omit<Merged<FlagState, FlagProperty>, 'action'> {
  flag: string
  deed: Merged<FlagState, FlagProperty>['action']
}

export interface Sides {
  /** State of the remote at the last pull. */
  base: FlagStates
  mine: FlagStates
  theirs: FlagStates
  /** Flags that are in the archive here. */
  archived?: ReadonlySet<string>
}

const PARTS: Parts<FlagState, FlagProperty> = {
  differing: (mine, theirs) =>
    FLAG_PROPERTIES.filter((property) => !isEqual(mine[property], theirs[property])),
  valueOf: (flag, property) => flag[property],
  taking: (mine, theirs, properties) => ({
    ...mine,
    ...Object.fromEntries(properties.map((property) => [property, theirs[property]])),
  }),
}

/** Merges flags three ways (ADR 20). Flags without differences are left out. */
export function mergeFlags(sides: Sides, { choices, conflicts }: Choices = { choices: [] }): MergedFlag[] {
  const { base, mine, theirs, archived } = sides
  const names = new Set([...base.keys(), ...theirs.keys()])
  const choose = takingOf({
    choices: choices.map(({ flag, ...choice }) => ({ item: flag, ...choice })),
    conflicts,
  })
  return [...names]
    .sort()
    .map((flag): MergedFlag => {
      const states = { base: base.get(flag), mine: mine.get(flag), theirs: theirs.get(flag) }
      const isArchived = archived?.has(flag) ?? false
      const { action: deed, ...merged } = mergeItem(flag, { ...states, isArchived }, PARTS, choose)
      return { flag, deed, ...merged }
    })
    .filter(({ differences }) => differences.length > 0)
}

/** Lists the conflicts without a choice, as `flag: property`. */
export function openConflicts(flags: readonly MergedFlag[]): { flag: string; property: string }[] {
  return flags.flatMap(({ flag, differences }) =>
    differences.filter(({ take }) => take === null).map(({ property }) => ({ flag, property })),
  )
}
