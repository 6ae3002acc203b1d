import { compositeKey } from '../composite-key.ts'
import { isEqual } from '../configuration/equality.ts'

export type MergeSide = 'mine' | 'theirs'
/** Side that changed it since the last time. `conflict`: both changed it, differently. */
export type MergeOutcome = MergeSide | 'conflict'

/** Side to take instead of the outcome. Without a property, for the whole item. */
export interface Choice {
  item: string
  property?: string | undefined
  take: MergeSide
}

export interface Choices {
  choices: readonly Choice[]
  /** For conflicts that no choice names. */
  conflicts?: MergeSide | undefined
}

/** Something in which an item differs between both sides. `presence`: whether it is there at all. */
export interface Difference<Property extends string = string> {
  property: Property | 'presence'
  outcome: MergeOutcome
  /** Chosen side; null: a conflict without a choice. */
  take: MergeSide | null
  base: unknown
  mine: unknown
  theirs: unknown
}

/** Change of an item here. */
export type MergeAction = 'create' | 'revive' | 'change' | 'archive' | 'leave'

/** Item after a merge. */
export interface Merged<Item, Property extends string> {
  action: MergeAction
  differences: Difference<Property>[]
  /** null: it does not exist. An open conflict keeps the state here. */
  result: Item | null
}

/** Parts of the items of a kind, which are merged one by one. */
export interface MergeRules<Item, Property extends string> {
  /** Names the parts in which two items differ. */
  differing: (mine: Item, theirs: Item) => Property[]
  valueOf: (item: Item, property: Property) => unknown
  /** Takes some parts from another item. */
  taking: (mine: Item, theirs: Item, properties: readonly Property[]) => Item
}

/** An item on both sides, and as it was the last time. */
export interface MergedItem<Item> {
  base: Item | undefined
  mine: Item | undefined
  theirs: Item | undefined
  /** It is in the archive here. */
  isArchived?: boolean
}

/** Chooses the side of a difference; null: a conflict that nobody has decided. */
export type ChooseSide = (item: string, property: string, outcome: MergeOutcome) => MergeSide | null

/** Makes the function that chooses sides: by the choices, otherwise by the outcome. */
export function takingOf({ choices, conflicts }: Choices): ChooseSide {
  const said = new Map(choices.map(({ item, property, take }) => [compositeKey(item, property), take]))
  return (item, property, outcome) =>
    said.get(compositeKey(item, property)) ??
    said.get(compositeKey(item, undefined)) ??
    (outcome === 'conflict' ? (conflicts ?? null) : outcome)
}

/**
 * Merges an item three ways: changes made only by the other side are taken, changes made only here are kept. A change on both
 * sides is a conflict, unless both are equal (docs/versions.md#remotes).
 */
export function mergeItem<Item, Property extends string>(
  name: string,
  { base, mine, theirs, isArchived = false }: MergedItem<Item>,
  parts: MergeRules<Item, Property>,
  choose: ChooseSide,
): Merged<Item, Property> {
  if (mine !== undefined && theirs !== undefined)
    return mergeParts(name, { base, mine, theirs }, parts, choose)
  if (mine === undefined && theirs === undefined) return { action: 'leave', differences: [], result: null }
  const outcome = outcomeOfPresence({ base, mine, theirs, isArchived })
  const take = choose(name, 'presence', outcome)
  const difference: Difference<Property> = {
    property: 'presence',
    outcome,
    take,
    base: base === undefined ? 'not there' : 'there',
    mine: mine === undefined ? (isArchived ? 'archived' : 'not there') : 'there',
    theirs: theirs === undefined ? 'not there' : 'there',
  }
  const result = (take === 'theirs' ? theirs : mine) ?? null
  const action =
    take !== 'theirs' ? 'leave' : theirs === undefined ? 'archive' : isArchived ? 'revive' : 'create'
  return { action, differences: [difference], result }
}

/** One side has the item, the other has not. */
function outcomeOfPresence({ base, mine, theirs, isArchived }: MergedItem<unknown>): MergeOutcome {
  // new there, unless it is archived here
  if (base === undefined) return theirs === undefined ? 'mine' : isArchived ? 'conflict' : 'theirs'
  if (theirs === undefined) return isSame(base, mine) ? 'theirs' : 'conflict'
  return isSame(base, theirs) ? 'mine' : 'conflict'
}

function mergeParts<Item, Property extends string>(
  name: string,
  { base, mine, theirs }: { base: Item | undefined; mine: Item; theirs: Item },
  { differing, valueOf, taking }: MergeRules<Item, Property>,
  choose: ChooseSide,
): Merged<Item, Property> {
  const differences = differing(mine, theirs).map((property): Difference<Property> => {
    const [was, is, wanted] = [base, mine, theirs].map((one) =>
      one === undefined ? undefined : valueOf(one, property),
    )
    const outcome: MergeOutcome =
      base !== undefined && isSame(was, is)
        ? 'theirs'
        : base !== undefined && isSame(was, wanted)
          ? 'mine'
          : 'conflict'
    return {
      property,
      outcome,
      take: choose(name, property, outcome),
      base: was ?? null,
      mine: is,
      theirs: wanted,
    }
  })
  const taken = differences
    .filter(({ take }) => take === 'theirs')
    .map(({ property }) => property as Property)
  return {
    action: taken.length > 0 ? 'change' : 'leave',
    differences,
    result: taking(mine, theirs, taken),
  }
}

/** Checks that two values say the same: an empty text and none do. */
export const isSame = (one: unknown, other: unknown): boolean => isEqual(orNone(one), orNone(other))

const orNone = (value: unknown) => (value === '' ? null : (value ?? null))
