import { ownValue } from '#shared/own-value.ts'
/** Filter of the flag list, as the controls hold it; an empty text filters nothing. */
export interface FlagFilter {
  text: string
  project: string
  type: string
  state: '' | 'active' | 'stale'
  lifecycle: string
  /** `type:value` */
  tag: string
  /** Id of a user. */
  createdBy: string
  favorites: boolean
  /** True: archived flags only. */
  archived: boolean
}

export const NO_FILTER: FlagFilter = {
  text: '',
  project: '',
  type: '',
  state: '',
  lifecycle: '',
  tag: '',
  createdBy: '',
  favorites: false,
  archived: false,
}

export const FLAG_FILTERS = [
  'project',
  'type',
  'state',
  'lifecycle',
  'tag',
  'createdBy',
  'favorites',
  'archived',
] as const
type InRoute = Readonly<Record<(typeof FLAG_FILTERS)[number], string>>

const YES = 'yes'

/** Reads the filter from the route; a value unknown to the search filters nothing. */
export const fromRoute = (text: string, filters: InRoute): FlagFilter => ({
  text,
  project: filters.project,
  type: filters.type,
  state: filters.state === 'active' || filters.state === 'stale' ? filters.state : '',
  lifecycle: filters.lifecycle,
  tag: /^[^:,]+:./.test(filters.tag) ? filters.tag : '',
  createdBy: /^-?\d+$/.test(filters.createdBy) ? filters.createdBy : '',
  favorites: filters.favorites === YES,
  archived: filters.archived === YES,
})

/** Writes the filter to the route. */
export const toRoute = ({ text: _text, favorites, archived, ...rest }: FlagFilter): InRoute => ({
  ...rest,
  favorites: favorites ? YES : '',
  archived: archived ? YES : '',
})

export interface FlagOrder {
  column: string
  descending: boolean
}

/** Columns, with their names in the search. */
const SORTED_BY: Record<string, string> = {
  name: 'name',
  type: 'type',
  project: 'projectName',
  created: 'createdAt',
  seen: 'lastSeenAt',
}

/** Builds the search query for a filter, an order and a page (docs/contract/flags.md#search). */
export function toSearchQuery(
  filter: FlagFilter,
  { column, descending }: FlagOrder,
  page: { offset: number; limit: number },
): Record<string, string> {
  const words = filter.text.trim().split(/\s+/).filter(Boolean).join(',')
  const environment = /^environment (.+)$/.exec(column)?.[1]
  return {
    ...(words ? { query: words } : {}),
    ...(filter.project ? { project: `IS:${filter.project}` } : {}),
    ...(filter.type ? { type: `IS:${filter.type}` } : {}),
    ...(filter.state ? { state: `IS:${filter.state}` } : {}),
    ...(filter.lifecycle ? { lifecycle: `IS:${filter.lifecycle}` } : {}),
    ...(filter.tag ? { tag: `INCLUDE:${filter.tag}` } : {}),
    ...(filter.createdBy ? { createdBy: `IS:${filter.createdBy}` } : {}),
    ...(filter.favorites ? { favorite: 'IS:true' } : {}),
    ...(filter.archived ? { archived: 'IS:true' } : {}),
    sortBy:
      environment === undefined ? (ownValue(SORTED_BY, column) ?? 'createdAt') : `environment:${environment}`,
    sortOrder: descending ? 'desc' : 'asc',
    favoritesFirst: 'true',
    offset: String(page.offset),
    limit: String(page.limit),
  }
}

/** Checks whether any filter is set. */
export const isFiltering = (filter: FlagFilter) =>
  Object.entries(filter).some(([name, value]) => value !== NO_FILTER[name as keyof FlagFilter])
