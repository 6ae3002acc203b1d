import {
  createInfiniteQuery,
  keepPreviousData,
  type CreateInfiniteQueryResult,
  type InfiniteData,
} from '@tanstack/svelte-query'

import type { ListedOutcome } from '#shared/signals/rules/index.ts'
import { api, type Outputs } from '#lib/api.ts'
import { NEWEST_FIRST, timeOrder, type Sorting } from '#ui/list-query.ts'
import { ListState } from '#ui/list-state.svelte.ts'
import { settingsOf } from '#ui/table-settings.svelte.ts'
import { signalKeys } from './signal-keys.ts'
import { readNamedValue } from './named-value.ts'
import { OUTCOME_WORDS } from './signal-words.ts'

type Page = Outputs['searchSignals']
export type ListedSignal = Page['signals'][number]

const PAGE = '50'
/** Interval for checking whether actions have processed the waiting signals. */
const WAITING_MS = 10_000

/** Reads a day from the route; an invalid day sets no bound. */
const dayOr = (text: string) => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? text : '')

/** Filters of a list of signals, and the signals found; more pages are read on demand. */
export class FoundSignals {
  readonly list = new ListState({
    filters: ['from', 'to', 'outcome', 'value'],
    table: settingsOf('signals'),
    sorting: NEWEST_FIRST,
  })
  readonly query: CreateInfiniteQueryResult<InfiniteData<Page>>

  /** `endpoint`: lists only its signals. */
  constructor(endpoint: () => number | undefined) {
    this.query = createInfiniteQuery(() => {
      const id = endpoint()
      const asked = {
        limit: PAGE,
        sortOrder: timeOrder(this.sorting),
        ...(id === undefined ? {} : { endpoint: String(id) }),
        ...(this.named ?? (this.text.trim() === '' ? {} : { text: this.text.trim() })),
        ...(this.outcome === '' ? {} : { outcome: this.outcome }),
        ...(this.from === '' ? {} : { from: `IS:${this.from}` }),
        ...(this.to === '' ? {} : { to: `IS:${this.to}` }),
      }
      return {
        queryKey: [...signalKeys.found, asked],
        queryFn: ({ pageParam }: { pageParam: string | null }) =>
          api.searchSignals.query({
            query: { ...asked, ...(pageParam === null ? {} : { after: pageParam }) },
          }),
        initialPageParam: null as string | null,
        getNextPageParam: (last: Page) => last.next,
        placeholderData: keepPreviousData,
        // no event reports that actions have processed a signal
        refetchInterval: ({ state: { data } }: { state: { data?: InfiniteData<Page> | undefined } }) =>
          data?.pages[0]?.signals.some((signal) => !signal.processed) ? WAITING_MS : false,
      }
    })
  }

  get text(): string {
    return this.list.text
  }
  set text(text: string) {
    this.list.text = text
  }
  /** Days, both included; empty: no bound. */
  get from(): string {
    return dayOr(this.list.filters.from)
  }
  get to(): string {
    return dayOr(this.list.filters.to)
  }
  /** The outcome of the actions; empty: any. */
  get outcome(): ListedOutcome | '' {
    const { outcome } = this.list.filters
    return Object.hasOwn(OUTCOME_WORDS, outcome) ? (outcome as ListedOutcome) : ''
  }

  /** Value at a path that is searched; undefined: none. It goes ahead of a text. */
  get named(): { path: string; value: string } | undefined {
    return readNamedValue(this.list.filters.value)
  }

  get sorting(): Sorting | undefined {
    return this.list.sorting
  }
  set sorting(sorting: Sorting | undefined) {
    this.list.sorting = sorting
  }
  get isOldestFirst(): boolean {
    return timeOrder(this.sorting) === 'asc'
  }

  get isFiltering(): boolean {
    return this.isSearching || this.from !== '' || this.to !== ''
  }

  /** Text that is searched: matches are not counted beforehand. */
  get isSearching(): boolean {
    return this.text.trim() !== '' || this.outcome !== '' || this.named !== undefined
  }

  get signals() {
    return this.query.data?.pages.flatMap((page) => page.signals)
  }

  /** Number of signals of the endpoint and the days; undefined while searching: only what has been found so far is known then. */
  get total(): number | undefined {
    return this.isSearching ? undefined : this.query.data?.pages[0]?.total
  }
}
