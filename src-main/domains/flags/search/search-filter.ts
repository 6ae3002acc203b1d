import type { FeatureSearchQuery } from '#shared/flags/contract/search.ts'

export type ChoiceOperator = 'IS' | 'IS_NOT' | 'IS_ANY_OF' | 'IS_NONE_OF'

export type ListOperator =
  'INCLUDE' | 'DO_NOT_INCLUDE' | 'INCLUDE_ALL_OF' | 'INCLUDE_ANY_OF' | 'EXCLUDE_IF_ANY_OF' | 'EXCLUDE_ALL'

export type DayOperator = 'IS_BEFORE' | 'IS_ON_OR_AFTER'

export interface Term<O extends string> {
  operator: O
  values: string[]
}

/** Filter of a search, parsed from the query (docs/contract/flags.md#search). */
export interface SearchFilter {
  /** Each must be part of the name, the description or a tag. */
  words: string[]
  project?: Term<ChoiceOperator>
  state?: Term<ChoiceOperator>
  lifecycle?: Term<ChoiceOperator>
  type?: Term<ChoiceOperator>
  createdBy?: Term<ChoiceOperator>
  tag?: Term<ListOperator>
  segment?: Term<ListOperator>
  createdAt?: Term<DayOperator>
  lastSeenAt?: Term<DayOperator>
  /** `environment` and whether the flag is enabled in it; one of them suffices. */
  status: { environment: string; enabled: boolean }[]
  /** true: favourites alone, false: all others; absent: both. */
  favorite?: boolean
  archived: boolean
}

export interface SearchOrder {
  by:
    | 'name'
    | 'type'
    | 'stale'
    | 'project'
    | 'projectName'
    | 'createdAt'
    | 'lastSeenAt'
    | { environment: string }
  descending: boolean
  favoritesFirst: boolean
}

export interface SearchPage {
  offset: number
  limit: number
}

const DEFAULT_LIMIT = 50
export const MAX_LIMIT = 100

export function toFilter(query: FeatureSearchQuery): SearchFilter {
  const choice = (text: string | undefined) => toTerm<ChoiceOperator>(text)
  const list = (text: string | undefined) => toTerm<ListOperator>(text)
  const day = (text: string | undefined) => toTerm<DayOperator>(text)
  const lifecycle = choice(query.lifecycle)
  const favorites = toTerm(query.favorite)?.values
  const isOneKind = favorites !== undefined && new Set(favorites).size === 1
  return {
    words: splitList(query.query ?? ''),
    status: (query.status ?? []).flatMap(toStatus),
    archived: query.archived === 'IS:true' || isForArchived(lifecycle),
    ...withTerm('project', choice(query.project)),
    ...withTerm('state', choice(query.state)),
    ...withTerm('lifecycle', lifecycle),
    ...withTerm('type', choice(query.type)),
    ...withTerm('createdBy', choice(query.createdBy)),
    ...withTerm('tag', list(query.tag)),
    ...withTerm('segment', list(query.segment)),
    ...withTerm('createdAt', day(query.createdAt)),
    ...withTerm('lastSeenAt', day(query.lastSeenAt)),
    ...(isOneKind ? { favorite: favorites[0] === 'true' } : {}),
  }
}

/** By creation, unless something else that is known is said. */
export function toOrder({ sortBy = '', sortOrder, favoritesFirst }: FeatureSearchQuery): SearchOrder {
  const environment = /^environment:(.+)$/.exec(sortBy)?.[1]
  const known = ['name', 'type', 'stale', 'project', 'projectName', 'createdAt', 'lastSeenAt'] as const
  const by = environment === undefined ? known.find((one) => one === sortBy) : { environment }
  return {
    by: by ?? 'createdAt',
    descending: sortOrder === 'desc',
    favoritesFirst: favoritesFirst === 'true',
  }
}

/** Limits the page to 1 to 100; any other number is 50 (recorded exchanges search/*). */
export function toPage({ offset = '', limit = '' }: FeatureSearchQuery): SearchPage {
  const count = /^\d{1,9}$/.test(limit) ? Number(limit) : 0
  return {
    offset: /^\d{1,9}$/.test(offset) ? Number(offset) : 0,
    limit: count >= 1 && count <= MAX_LIMIT ? count : DEFAULT_LIMIT,
  }
}

function toTerm<O extends string>(text: string | undefined): Term<O> | undefined {
  if (text === undefined) return undefined
  const colon = text.indexOf(':')
  return { operator: text.slice(0, colon) as O, values: splitList(text.slice(colon + 1)) }
}

const splitList = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** `production:enabled`; what has another form is passed over. */
function toStatus(text: string): { environment: string; enabled: boolean }[] {
  const [, environment, state] = /^(.+):(enabled|disabled)$/.exec(text) ?? []
  return environment === undefined ? [] : [{ environment, enabled: state === 'enabled' }]
}

const isForArchived = (term: Term<ChoiceOperator> | undefined) =>
  term !== undefined && /^IS(_ANY_OF)?$/.test(term.operator) && term.values.includes('archived')

function withTerm<K extends string, T>(key: K, term: T | undefined): { [key in K]?: T } {
  return (term === undefined ? {} : { [key]: term }) as { [key in K]?: T }
}
