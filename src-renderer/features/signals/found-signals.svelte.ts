import {
  createInfiniteQuery,
  keepPreviousData,
  type CreateInfiniteQueryResult,
  type InfiniteData,
} from '@tanstack/svelte-query'

import type { ListedOutcome } from '../../../src-shared/signals/index.ts'
import { api, type Outputs } from '../../lib/api.ts'
import { signalKeys } from './signal-keys.ts'

type Page = Outputs['signals']['search']
export type ListedSignal = Page['signals'][number]

const PAGE = '50'
/** How often one looks whether the actions have dealt with what waits. */
const WAITING_MS = 10_000

/** What a list of signals looks for, and what is found; older ones are read as one goes on. */
export class FoundSignals {
  text = $state('')
  /** Days, both included; empty: no bound. */
  from = $state('')
  to = $state('')
  /** How the actions came out; empty: any way. */
  outcome = $state<ListedOutcome | ''>('')
  readonly query: CreateInfiniteQueryResult<InfiniteData<Page>>

  /** `endpoint`: the one whose signals alone are listed. */
  constructor(endpoint: () => number | undefined) {
    this.query = createInfiniteQuery(() => {
      const id = endpoint()
      const asked = {
        limit: PAGE,
        ...(id === undefined ? {} : { endpoint: String(id) }),
        ...(this.text.trim() === '' ? {} : { text: this.text.trim() }),
        ...(this.outcome === '' ? {} : { outcome: this.outcome }),
        ...(this.from === '' ? {} : { from: `IS:${this.from}` }),
        ...(this.to === '' ? {} : { to: `IS:${this.to}` }),
      }
      return {
        queryKey: [...signalKeys.found, asked],
        queryFn: ({ pageParam }: { pageParam: string | null }) =>
          api.signals.search.query({
            query: { ...asked, ...(pageParam === null ? {} : { after: pageParam }) },
          }),
        initialPageParam: null as string | null,
        getNextPageParam: (last: Page) => last.next,
        placeholderData: keepPreviousData,
        // that the actions have dealt with a signal is told by nothing
        refetchInterval: ({ state: { data } }: { state: { data?: InfiniteData<Page> | undefined } }) =>
          data?.pages[0]?.signals.some((signal) => !signal.processed) ? WAITING_MS : false,
      }
    })
  }

  get isFiltering(): boolean {
    return this.isSearching || this.from !== '' || this.to !== ''
  }

  /** What is found by it is not counted beforehand. */
  get isSearching(): boolean {
    return this.text.trim() !== '' || this.outcome !== ''
  }

  clear(): void {
    this.text = this.from = this.to = this.outcome = ''
  }

  get signals() {
    return this.query.data?.pages.flatMap((page) => page.signals)
  }

  /** Of the endpoint and the days; undefined while searching: only what has been found so far is known then. */
  get total(): number | undefined {
    return this.isSearching ? undefined : this.query.data?.pages[0]?.total
  }
}
