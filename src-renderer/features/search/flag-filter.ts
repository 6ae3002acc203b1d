import { ownValue } from '../../../src-shared/own-value.ts'
/** What one looks for in the list of flags, as the controls hold it; an empty text asks for nothing. */
export interface FlagFilter {
  text: string
  project: string
  type: string
  state: '' | 'active' | 'stale'
  lifecycle: string
  /** `type:value` */
  tag: string
  favorites: boolean
}

export const NO_FILTER: FlagFilter = {
  text: '',
  project: '',
  type: '',
  state: '',
  lifecycle: '',
  tag: '',
  favorites: false,
}

export interface FlagOrder {
  column: string
  descending: boolean
}

export const PAGE_SIZE = 50

/** Columns, and what the search calls them. */
const SORTED_BY: Record<string, string> = {
  name: 'name',
  type: 'type',
  project: 'project',
  created: 'createdAt',
  seen: 'lastSeenAt',
}

/** The query of the search for a filter, an order and a page (semantics.md 10.11). */
export function toSearchQuery(
  filter: FlagFilter,
  { column, descending }: FlagOrder,
  offset: number,
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
    ...(filter.favorites ? { favorite: 'IS:true' } : {}),
    sortBy:
      environment === undefined ? (ownValue(SORTED_BY, column) ?? 'createdAt') : `environment:${environment}`,
    sortOrder: descending ? 'desc' : 'asc',
    favoritesFirst: 'true',
    offset: String(offset),
    limit: String(PAGE_SIZE),
  }
}

/** Whether anything is looked for. */
export const isFiltering = (filter: FlagFilter) =>
  Object.entries(filter).some(([name, value]) => value !== NO_FILTER[name as keyof FlagFilter])
