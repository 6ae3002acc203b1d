import { compositeKey } from '../../composite-key.ts'
import { FLAG_PROPERTIES, isSame, type FlagProperty, type FlagState, type FlagStates } from './flag-state.ts'

export type Side = 'mine' | 'theirs'
/** Side that changed it since the last pull. `conflict`: both changed it, differently. */
export type Outcome = 'mine' | 'theirs' | 'conflict'

/** Side to take instead of the outcome. Without a property, for the whole flag. */
export interface Choice {
  flag: string
  property?: FlagProperty | 'presence' | undefined
  take: Side
}

export interface Choices {
  choices: readonly Choice[]
  /** For conflicts that no choice names. */
  conflicts?: Side | undefined
}

/** Something in which a flag differs between here and the remote. `presence`: whether it is there at all. */
export interface Difference {
  property: FlagProperty | 'presence'
  outcome: Outcome
  /** Chosen side; null: a conflict without a choice. */
  take: Side | null
  base: unknown
  mine: unknown
  theirs: unknown
}

/** Change to a flag on this instance. */
export type FlagAction = 'create' | 'revive' | 'change' | 'archive' | 'leave'

export interface MergedFlag {
  flag: string
  deed: FlagAction
  differences: Difference[]
  /** Flag after the merge. null: it does not exist. An open conflict keeps the state here. */
  result: FlagState | null
}

export interface Sides {
  /** State of the remote at the last pull. */
  base: FlagStates
  mine: FlagStates
  theirs: FlagStates
  /** Flags that are in the archive here. */
  archived?: ReadonlySet<string>
}

/**
 * Merges three ways: changes made only by the remote are taken, changes made only here are kept. A change on
 * both sides is a conflict, unless both are equal (ADR 0020). Flags without differences are left out.
 */
export function mergeFlags(sides: Sides, choices: Choices = { choices: [] }): MergedFlag[] {
  const names = new Set([...sides.base.keys(), ...sides.theirs.keys()])
  const takes = takingOf(choices)
  return [...names]
    .sort()
    .map((flag) => mergeFlag(sides, flag, takes))
    .filter(({ differences }) => differences.length > 0)
}

type ChooseSide = (flag: string, property: Difference['property'], outcome: Outcome) => Side | null

function takingOf({ choices, conflicts }: Choices): ChooseSide {
  const keyOf = (flag: string, property?: string) => compositeKey(flag, property)
  const said = new Map(choices.map(({ flag, property, take }) => [keyOf(flag, property), take]))
  return (flag, property, outcome) =>
    said.get(keyOf(flag, property)) ??
    said.get(keyOf(flag)) ??
    (outcome === 'conflict' ? (conflicts ?? null) : outcome)
}

function mergeFlag({ base, mine, theirs, archived }: Sides, flag: string, takes: ChooseSide): MergedFlag {
  const here = mine.get(flag)
  const there = theirs.get(flag)
  const before = base.get(flag)
  if (here && there) return mergeProperties(flag, { base: before, mine: here, theirs: there }, takes)
  const isArchived = archived?.has(flag) ?? false
  if (!here && !there) return { flag, deed: 'leave', differences: [], result: null }
  const outcome = outcomeOfPresence(before, here, there, isArchived)
  const take = takes(flag, 'presence', outcome)
  const difference: Difference = {
    property: 'presence',
    outcome,
    take,
    base: before ? 'there' : 'not there',
    mine: here ? 'there' : isArchived ? 'archived' : 'not there',
    theirs: there ? 'there' : 'not there',
  }
  const result = (take === 'theirs' ? there : here) ?? null
  const deed = take !== 'theirs' ? 'leave' : !there ? 'archive' : isArchived ? 'revive' : 'create'
  return { flag, deed, differences: [difference], result }
}

/** One side has the flag, the other has not. */
function outcomeOfPresence(
  before: FlagState | undefined,
  here: FlagState | undefined,
  there: FlagState | undefined,
  isArchived: boolean,
): Outcome {
  // new in the remote, unless it is archived here
  if (!before) return there ? (isArchived ? 'conflict' : 'theirs') : 'mine'
  if (!there) return isSame(before, here) ? 'theirs' : 'conflict'
  return isSame(before, there) ? 'mine' : 'conflict'
}

function mergeProperties(
  flag: string,
  { base, mine, theirs }: { base: FlagState | undefined; mine: FlagState; theirs: FlagState },
  takes: ChooseSide,
): MergedFlag {
  const differences = FLAG_PROPERTIES.filter((property) => !isSame(mine[property], theirs[property])).map(
    (property): Difference => {
      const outcome: Outcome =
        base && isSame(base[property], mine[property])
          ? 'theirs'
          : base && isSame(base[property], theirs[property])
            ? 'mine'
            : 'conflict'
      return {
        property,
        outcome,
        take: takes(flag, property, outcome),
        base: base?.[property] ?? null,
        mine: mine[property],
        theirs: theirs[property],
      }
    },
  )
  const taken = differences.filter(({ take }) => take === 'theirs')
  const changes = Object.fromEntries(taken.map(({ property, theirs: value }) => [property, value]))
  return {
    flag,
    deed: taken.length > 0 ? 'change' : 'leave',
    differences,
    result: { ...mine, ...changes },
  }
}

/** Lists the conflicts without a choice, as `flag: property`. */
export function openConflicts(flags: readonly MergedFlag[]): { flag: string; property: string }[] {
  return flags.flatMap(({ flag, differences }) =>
    differences.filter(({ take }) => take === null).map(({ property }) => ({ flag, property })),
  )
}
