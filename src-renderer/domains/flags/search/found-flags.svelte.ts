import { createQuery, keepPreviousData, type CreateQueryResult } from '@tanstack/svelte-query'
import { untrack } from 'svelte'

import type { ListedFlag } from '#shared/flags/schemas/feature-search.ts'
import { api, type Outputs } from '#lib/api.ts'
import { ListState } from '#ui/list-state.svelte.ts'
import { keys } from '#lib/queries.ts'
import { readPages } from '#lib/read-pages.ts'
import { settingsOf } from '#ui/table-settings.svelte.ts'
import { byProject, flagsNamed, type ProjectFlags } from './chosen-flags.ts'
import { FLAG_FILTERS, fromRoute, toRoute, toSearchQuery, type FlagFilter } from './flag-filter.ts'

const BY_NAME = { column: 'name', descending: false }
/** The search gives no more at once. */
const LARGEST_PAGE = 100

/** The filter of a list of flags, and the page of flags that it finds. */
export class FoundFlags {
  readonly list: ListState<(typeof FLAG_FILTERS)[number]>
  readonly query: CreateQueryResult<Outputs['searchFeatures']>
  readonly #project: () => string | undefined
  /** The chosen flags, on whichever page. */
  #chosen = $state.raw<readonly { name: string; project: string }[]>([])
  /** The flags that were read last, beyond the page. */
  #all: readonly ListedFlag[] = []
  readonly #searched = $derived.by(() => JSON.stringify([this.filter, this.#project()]))

  /** `table`: the table that shows them; `project`: the one whose flags alone are listed. */
  constructor(table: string, project: () => string | undefined = () => undefined) {
    this.list = new ListState({ filters: FLAG_FILTERS, table: settingsOf(table), sorting: BY_NAME })
    this.#project = project
    // created in the constructor, because it reads at once and fields are initialised before the parameters
    this.query = createQuery(() => {
      const asked = this.#asked({ offset: this.list.offset, limit: this.list.pageSize })
      return {
        queryKey: [...keys.search, asked],
        // what is typed meanwhile ends the search before
        queryFn: ({ signal }) => api.searchFeatures.query({ query: asked }, { signal }),
        placeholderData: keepPreviousData,
      }
    })
    // deselect flags that no longer match
    $effect(() => {
      void this.#searched
      untrack(() => (this.#chosen = []))
    })
  }

  #asked(page: { offset: number; limit: number }): Record<string, string> {
    const filter = { ...this.filter, project: this.#project() ?? this.filter.project }
    return toSearchQuery(filter, this.list.sorting ?? BY_NAME, page)
  }

  get filter(): FlagFilter {
    return fromRoute(this.list.text, this.list.filters)
  }
  set filter(filter: FlagFilter) {
    this.list.filter(toRoute(filter), filter.text)
  }

  /** Flags of the page; undefined: not read yet. Until a search has an answer, the flags of the one before stay, if there were any. */
  get rows(): readonly ListedFlag[] | undefined {
    const { data, isPlaceholderData } = this.query
    return isPlaceholderData && data?.features.length === 0 ? undefined : data?.features
  }

  get total(): number {
    return this.query.data?.total ?? 0
  }

  get selected(): readonly string[] {
    return this.#chosen.map(({ name }) => name)
  }
  set selected(names: readonly string[]) {
    const onPage = this.query.data?.features ?? []
    this.#chosen = flagsNamed(names, [...this.#chosen, ...this.#all, ...onPage])
  }
  /** The chosen flags by project. */
  get chosen(): ProjectFlags[] {
    return byProject(this.#chosen)
  }
  get areAllChosen(): boolean {
    return this.total > 0 && this.#chosen.length >= this.total
  }

  /** Reads all flags that match, not only those of the page. */
  readonly readAll = async (): Promise<readonly ListedFlag[]> => {
    this.#all = await readPages(async (offset) => {
      const asked = this.#asked({ offset, limit: LARGEST_PAGE })
      const { features, total } = await api.searchFeatures.query({ query: asked })
      return { rows: features, total }
    })
    return this.#all
  }
}
