import { createQuery, keepPreviousData, type CreateQueryResult } from '@tanstack/svelte-query'
import { untrack } from 'svelte'
import { SvelteSet } from 'svelte/reactivity'

import type { ListedFlag } from '#shared/flags/schemas/feature-search.ts'
import { api, type Outputs } from '#lib/api.ts'
import { ListState } from '#ui/list-state.svelte.ts'
import { keys } from '#lib/queries.ts'
import { readPages } from '#lib/read-pages.ts'
import { settingsOf, type TableSettings } from '#ui/table-settings.svelte.ts'
import { FlagTree, type TreeRow } from './flag-tree.ts'
import { byProject, flagsNamed, type ProjectFlags } from './chosen-flags.ts'
import { FLAG_FILTERS, fromRoute, toRoute, toSearchQuery, type FlagFilter } from './flag-filter.ts'

const BY_NAME = { column: 'name', descending: false }
/** Folders of no more flags are open in the beginning. */
const FEW = 100
/** The search gives no more at once. */
const LARGEST_PAGE = 100

/** The filter of a list of flags, and the page of flags that it finds. */
export class FoundFlags {
  readonly list: ListState<(typeof FLAG_FILTERS)[number]>
  readonly query: CreateQueryResult<Outputs['searchFeatures']>
  readonly #settings: TableSettings
  readonly #project: () => string | undefined
  /** The chosen flags, on whichever page. */
  #chosen = $state.raw<readonly { name: string; project: string }[]>([])
  /** The flags that were read last, beyond the page. */
  #all: readonly ListedFlag[] = []
  /** All flags that match, for the tree. */
  readonly #whole: CreateQueryResult<readonly ListedFlag[]>
  /** Folders that are not as they were in the beginning. */
  readonly #turned = new SvelteSet<string>()
  readonly #searched = $derived.by(() => JSON.stringify([this.filter, this.#project()]))

  /** `table`: the table that shows them; `project`: the one whose flags alone are listed. */
  constructor(table: string, project: () => string | undefined = () => undefined) {
    this.#settings = settingsOf(table)
    this.list = new ListState({ filters: FLAG_FILTERS, table: this.#settings, sorting: BY_NAME })
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
    this.#whole = createQuery(() => ({
      queryKey: [...keys.search, 'whole', this.#asked({ offset: 0, limit: LARGEST_PAGE })],
      queryFn: ({ signal }) => this.#readAll(signal),
      placeholderData: keepPreviousData,
      enabled: this.isTree,
      // thousands of flags are not compared with those before, one by one
      structuralSharing: false,
    }))
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

  // each row reads them: thousands are not gone through for each
  readonly #selected = $derived(this.#chosen.map(({ name }) => name))
  readonly #selectedRows = $derived.by(() => this.tree?.withFolders(this.#selected) ?? this.#selected)
  get selected(): readonly string[] {
    return this.#selected
  }
  set selected(names: readonly string[]) {
    const onPage = this.query.data?.features ?? []
    const whole = this.#whole.data ?? []
    this.#chosen = flagsNamed(names, [...this.#chosen, ...this.#all, ...whole, ...onPage])
  }
  /** The chosen flags by project. */
  get chosen(): ProjectFlags[] {
    return byProject(this.#chosen)
  }
  get areAllChosen(): boolean {
    return this.total > 0 && this.#chosen.length >= this.total
  }

  /** True: the flags are shown by name as a tree, all of them at once. */
  get isTree(): boolean {
    return this.#settings.isTree
  }
  /** Tree of all flags that match; undefined: none is shown, or it is not read yet. */
  readonly tree = $derived.by(() =>
    this.isTree && this.#whole.data ? new FlagTree(this.#whole.data) : undefined,
  )
  /** Flags of the page, or the rows of the tree in sight. */
  readonly treeRows = $derived.by((): readonly TreeRow<ListedFlag>[] | undefined => {
    if (this.isTree) return this.tree?.rows((key) => this.#isOpen(key))
    return this.rows?.map(treeRowOf)
  })
  #isOpen(key: string): boolean {
    return (this.total <= FEW || this.list.isFiltering) !== this.#turned.has(key)
  }
  /** Opens or closes a folder of the tree. */
  turn(key: string): void {
    if (!this.#turned.delete(key)) this.#turned.add(key)
  }

  /** Keys of the selected rows: flags, and folders whose flags all are. */
  get selectedRows(): readonly string[] {
    return this.#selectedRows
  }
  set selectedRows(keys: readonly string[]) {
    this.selected = this.tree?.selectedBy(keys, this.selected) ?? keys
  }

  #readAll(signal?: AbortSignal): Promise<readonly ListedFlag[]> {
    return readPages(async (offset) => {
      const asked = this.#asked({ offset, limit: LARGEST_PAGE })
      const { features, total } = await api.searchFeatures.query({ query: asked }, { signal })
      return { rows: features, total }
    })
  }

  /** Reads all flags that match, not only those of the page. */
  readonly readAll = async (): Promise<readonly TreeRow<ListedFlag>[]> => {
    const { data, isPlaceholderData } = this.#whole
    this.#all = this.isTree && data && !isPlaceholderData ? data : await this.#readAll()
    return this.#all.map(treeRowOf)
  }
}

const treeRowOf = (flag: ListedFlag) => ({ key: flag.name, label: flag.name, depth: 0, flag })
