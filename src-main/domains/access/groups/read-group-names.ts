import type { JSONValue } from 'json-p3'

import { groupFieldOf } from './group-field.ts'

/** Most values of claims that are searched for groups, and most names that are taken. */
const MAX_VALUES = 5000
const MAX_NAMES = 2000
/** Deepest nesting of lists, and of lists written as texts. */
const MAX_LEVELS = 20

/** Groups that an identity provider sent for a user. */
export interface GroupNames {
  /** Names or ids, each once. Undefined: no list was sent, and no group changes. */
  names: readonly string[] | undefined
  /** Values that are not texts, and therefore match no group. */
  ignored: number
  /** Says why there is no list, or what in it was left out. */
  note?: string
}

const none = (note: string): GroupNames => ({ names: undefined, ignored: 0, note })

/**
 * Reads the groups at a path of the claims (docs/contract/access.md#group-sync). A list counts, also as a text that
 * holds a JSON list; lists inside are flattened. A path that can select several values collects them all. Anything else
 * is no list: a missing claim must not remove anybody from a group.
 */
export async function readGroupNames(claims: unknown, path: string): Promise<GroupNames> {
  const field = await groupFieldOf(path)
  if ('fault' in field) return none(field.fault)
  if (isTooLarge(claims))
    return none(`The claims have more than ${MAX_VALUES} values, or are nested too deeply.`)
  const selected = selectFrom(() => field.select(claims as JSONValue))
  if (selected === undefined)
    return none('The path cannot be followed in these claims: they are nested too deeply.')
  const lists = selected.map(toList)
  if (field.isSingular) return lists[0] ? flatten(lists[0]) : none(whyNoList(selected, claims))
  if (selected.length > 0) return flatten(selected.map((value, index) => lists[index] ?? value))
  // nothing matches, but the list is there: the user is in no group
  const start = field.selectStart(claims as JSONValue)[0]
  return toList(start) ? { names: [], ignored: 0 } : none(whyNoList([], claims))
}

function selectFrom(select: () => JSONValue[]): JSONValue[] | undefined {
  try {
    return select()
  } catch {
    return undefined
  }
}

function whyNoList(selected: readonly unknown[], claims: unknown): string {
  if (selected.length > 0) return 'The path selects something that is not a list. No group was changed.'
  const overage = hasOverage(claims)
    ? ' The identity provider left the groups out because there are too many; let it send fewer.'
    : ''
  return `The path selects nothing. No group was changed.${overage}`
}

/** Recognizes the way Entra ID says that a user is in more groups than a token can hold. */
function hasOverage(claims: unknown): boolean {
  return (
    typeof claims === 'object' &&
    claims !== null &&
    ('hasgroups' in claims ||
      '_claim_names' in claims ||
      'http://schemas.microsoft.com/claims/groups.link' in claims)
  )
}

/** Reads a list, or a text that holds a JSON list. Returns undefined for anything else. */
function toList(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value as unknown[]
  if (typeof value !== 'string' || !value.trimStart().startsWith('[')) return undefined
  try {
    const parsed: unknown = JSON.parse(value)
    return Array.isArray(parsed) ? (parsed as unknown[]) : undefined
  } catch {
    return undefined
  }
}

function flatten(list: readonly unknown[]): GroupNames {
  const names = new Set<string>()
  let ignored = 0
  let isCut = false
  const visit = (value: unknown, level: number): void => {
    const inner = toList(value)
    if (inner && level < MAX_LEVELS) {
      for (const one of inner) visit(one, level + 1)
      return
    }
    if (typeof value !== 'string') ignored++
    else if (names.size < MAX_NAMES) names.add(value)
    else isCut = true
  }
  visit(list, 0)
  // a truncated list would remove the user from groups
  if (isCut) return none(`The list holds more than ${MAX_NAMES} groups. No group was changed.`)
  const note =
    ignored === 0
      ? {}
      : { note: `${ignored} ${ignored === 1 ? 'value is' : 'values are'} not text and match no group.` }
  return { names: [...names], ignored, ...note }
}

function isTooLarge(claims: unknown): boolean {
  let values = 0
  const visit = (value: unknown, level: number): boolean => {
    if (++values > MAX_VALUES || level > MAX_LEVELS) return true
    if (typeof value !== 'object' || value === null) return false
    return Object.values(value).some((one) => visit(one, level + 1))
  }
  return visit(claims, 0)
}
