import { compositeKey } from '#shared/composite-key.ts'
import { ownValue } from '#shared/own-value.ts'
import type { Difference, MergedFlag, Preview } from './remotes-query.ts'

const PROPERTIES: Record<Difference['property'], string> = {
  presence: 'Flag',
  description: 'Description',
  type: 'Type',
  stale: 'Stale',
  impressionData: 'Impression data',
  tags: 'Tags',
  dependencies: 'Dependencies',
  links: 'Links',
  enabled: 'Enabled',
  strategies: 'Strategies',
  variants: 'Variants',
}
export const propertyName = ({ property }: Difference): string => PROPERTIES[property]

export const OUTCOMES: Record<Difference['outcome'], string> = {
  theirs: 'changed there',
  mine: 'changed here',
  conflict: 'changed on both sides',
}

export const ACTION_WORDS: Record<MergedFlag['deed'], string> = {
  create: 'new',
  revive: 'is restored',
  change: 'changes',
  archive: 'is archived',
  leave: 'stays',
}

/** Describes a value in a few words; undefined: it needs more. */
export function valueInWords({ property }: Difference, value: unknown): string | undefined {
  if (property === 'description') return value === '' ? 'none' : `“${String(value)}”`
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return value
  if (!Array.isArray(value)) return undefined
  if (value.length === 0) return 'none'
  const items = value as Record<string, unknown>[]
  if (property === 'tags')
    return items.map((tag) => `${String(tag['type'])}:${String(tag['value'])}`).join(', ')
  if (property === 'links') return items.map((link) => String(link['url'])).join(', ')
  return undefined
}

const keyOf = (flag: string, property: string) => compositeKey(property, flag)

/** The user's choices, by flag and property; all else follows from the outcome. */
export type SideChoices = Readonly<Record<string, 'mine' | 'theirs'>>

export const chosenSide = (
  taken: SideChoices,
  flag: string,
  { property, take }: Difference,
): 'mine' | 'theirs' | null => ownValue(taken, keyOf(flag, property)) ?? take

export const withChoice = (
  taken: SideChoices,
  flag: string,
  property: Difference['property'],
  take: 'mine' | 'theirs',
): SideChoices => ({ ...taken, [keyOf(flag, property)]: take })

/** Chooses one side for every conflict that has no choice yet. */
export function chooseAll(taken: SideChoices, { flags }: Preview, take: 'mine' | 'theirs'): SideChoices {
  let all = taken
  for (const { flag, differences } of flags)
    for (const one of differences)
      if (chosenSide(taken, flag, one) === null) all = withChoice(all, flag, one.property, take)
  return all
}

/** Converts choices to the format of the pull. */
export const choicesOf = ({ flags }: Preview, taken: SideChoices) =>
  flags.flatMap(({ flag, differences }) =>
    differences.flatMap(({ property }) => {
      const take = ownValue(taken, keyOf(flag, property))
      return take === undefined ? [] : [{ flag, property, take }]
    }),
  )

export const openConflicts = ({ flags }: Preview, taken: SideChoices): number =>
  flags.reduce(
    (sum, { flag, differences }) =>
      sum + differences.filter((one) => chosenSide(taken, flag, one) === null).length,
    0,
  )

/** Gets the action on a flag under these choices, which may differ from the action in the preview. */
export function actionOf({ flag, deed, differences }: MergedFlag, taken: SideChoices): MergedFlag['deed'] {
  const taking = differences.filter((one) => chosenSide(taken, flag, one) === 'theirs')
  if (taking.length === 0) return 'leave'
  const presence = taking.find(({ property }) => property === 'presence')
  if (!presence) return deed === 'leave' ? 'change' : deed
  if (presence.theirs === 'not there') return 'archive'
  return presence.mine === 'archived' ? 'revive' : 'create'
}

/** Counts the actions of a pull, most first: "3 new, 1 changes, 2 stay". */
export function summary(preview: Preview, taken: SideChoices): string {
  const deeds = preview.flags.map((flag) => actionOf(flag, taken))
  const count = (deed: MergedFlag['deed']) => deeds.filter((one) => one === deed).length
  const WORDS: [number, string][] = [
    [count('create'), 'new'],
    [count('revive'), 'restored'],
    [count('change'), 'changed'],
    [count('archive'), 'archived'],
    [count('leave'), 'kept here'],
    [preview.alike, 'alike'],
  ]
  const said = WORDS.filter(([number]) => number > 0).map(([number, word]) => `${number} ${word}`)
  return said.length > 0 ? said.join(', ') : 'no flags'
}

/** Conflicts first, then by name. */
export const inOrder = ({ flags }: Preview): MergedFlag[] =>
  [...flags].sort(
    (a, b) =>
      Number(isConflict(b)) - Number(isConflict(a)) ||
      Number(b.deed !== 'leave') - Number(a.deed !== 'leave') ||
      a.flag.localeCompare(b.flag),
  )

const isConflict = ({ differences }: MergedFlag) => differences.some(({ outcome }) => outcome === 'conflict')
