import { router } from 'svelte-spa-router'

import { readListQuery, writeListQuery, type ListQuery, type Sorting } from './list-query.ts'
import { TableSettings, type PageSize } from './table-settings.svelte.ts'

/** Goes to the same page with another query: at once, as what is typed is shown from there. */
function setQuery(query: string, isStep: boolean): void {
  const address = `#${router.location}${query === '' ? '' : `?${query}`}`
  if (address === location.hash) return
  if (isStep) history.pushState(null, '', address)
  else history.replaceState(history.state, '', address)
  window.dispatchEvent(new HashChangeEvent('hashchange'))
}

interface Options<Filter extends string> {
  /** The names of the filters, as they stand in the route. */
  filters?: readonly Filter[]
  /** The table that shows the list: it keeps the last order, and the size of a page. */
  table?: TableSettings
  /** The order in the beginning. */
  sorting?: Sorting | undefined
  /** False: in a dialog, or where another list has the route, the state lives as long as the list is shown. */
  isRouted?: boolean
}

/**
 * The state of a list: what is looked for, the filters by name, the order and the page. It is in the route, so that a reload, a link and the way back lead to
 * the same list. A filter or a page is a step that one can go back; typing and sorting are none.
 */
export class ListState<Filter extends string = never> {
  readonly #names: readonly Filter[]
  readonly #table: TableSettings
  readonly #sorting: Sorting | undefined
  #own = $state.raw<string | undefined>()

  constructor({ filters = [], table = new TableSettings(), sorting, isRouted = true }: Options<Filter> = {}) {
    this.#names = filters
    this.#table = table
    this.#sorting = sorting
    if (!isRouted) this.#own = ''
  }

  readonly #query = $derived.by(() => this.#own ?? router.querystring ?? '')
  readonly #read = $derived.by(() => readListQuery(this.#query, this.#names))

  #change(change: Partial<ListQuery<Filter>>, isStep: boolean): void {
    const query = writeListQuery(this.#query, { ...this.#read, ...change })
    if (this.#own === undefined) setQuery(query, isStep)
    else this.#own = query
  }

  get text(): string {
    return this.#read.text
  }
  set text(text: string) {
    this.#change({ text, page: 1 }, false)
  }

  get filters(): Readonly<Record<Filter, string>> {
    return this.#read.filters
  }
  /** Sets some filters, and the text with them; the other filters stay. An empty text takes one off. */
  filter(filters: Partial<Record<Filter, string>>, text = this.text): void {
    this.#change({ filters: { ...this.filters, ...filters }, text, page: 1 }, true)
  }
  /** A filter by its name in the route, as the bar above the list offers it. */
  choice(name: Filter, label: string, options: readonly { value: string; label: string }[]) {
    const set = (value: string) => this.filter({ [name]: value } as Record<Filter, string>)
    return { label, options, value: this.filters[name], set }
  }
  /** First and last day of a list, by their names in the route. */
  period(from: Filter, to: Filter) {
    const day = (name: Filter, label: string) => {
      const { value, set } = this.choice(name, label, [])
      return { label, value, set }
    }
    return [
      { ...day(from, 'From'), max: this.filters[to] },
      { ...day(to, 'To'), min: this.filters[from] },
    ]
  }
  /** Takes off the text and all filters. */
  clear(): void {
    const none = Object.fromEntries(this.#names.map((name) => [name, ''])) as Record<Filter, string>
    this.filter(none, '')
  }
  /** Takes off the text and all filters; undefined: there are none. */
  readonly onclear = $derived.by(() => (this.isFiltering ? () => this.clear() : undefined))
  get isFiltering(): boolean {
    return this.text.trim() !== '' || Object.values<string>(this.filters).some((value) => value !== '')
  }

  get sorting(): Sorting | undefined {
    return this.#read.sorting ?? this.#table.sorting ?? this.#sorting
  }
  set sorting(sorting: Sorting | undefined) {
    this.#table.sorting = sorting
    this.#change({ sorting, page: 1 }, false)
  }

  get page(): number {
    return this.#read.page
  }
  set page(page: number) {
    this.#change({ page }, true)
  }
  get pageSize(): PageSize {
    return this.#table.pageSize
  }
  set pageSize(size: PageSize) {
    this.#table.pageSize = size
    this.#change({ page: 1 }, false)
  }
  /** The rows before the page. */
  get offset(): number {
    return (this.page - 1) * this.pageSize
  }
}
