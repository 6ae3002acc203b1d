import { createQuery, keepPreviousData } from '@tanstack/svelte-query'

import { api } from '../../lib/api.ts'
import { keys } from '../../lib/queries.ts'
import type { Sorting } from '../../ui/table.ts'
import { NO_FILTER, toSearchQuery, type FlagFilter } from './flag-filter.ts'

/** What a page of flags looks for, and what is found: a change of the filter goes back to the first page. */
export class FoundFlags {
  #filter = $state<FlagFilter>({ ...NO_FILTER })
  sorting = $state<Sorting>({ column: 'name', descending: false })
  offset = $state(0)
  readonly #project: () => string | undefined

  readonly query = createQuery(() => {
    const filter = { ...this.#filter, project: this.#project() ?? this.#filter.project }
    const asked = toSearchQuery(filter, this.sorting, this.offset)
    return {
      queryKey: [...keys.search, asked],
      queryFn: () => api.search.features.query({ query: asked }),
      placeholderData: keepPreviousData,
    }
  })

  /** `project`: the one whose flags alone are listed. */
  constructor(project: () => string | undefined = () => undefined) {
    this.#project = project
  }

  get filter(): FlagFilter {
    return this.#filter
  }
  set filter(filter: FlagFilter) {
    this.#filter = filter
    this.offset = 0
  }
}
