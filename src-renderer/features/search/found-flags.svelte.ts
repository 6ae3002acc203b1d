import { createQuery, keepPreviousData, type CreateQueryResult } from '@tanstack/svelte-query'

import { api, type Outputs } from '../../lib/api.ts'
import { keys } from '../../lib/queries.ts'
import type { Sorting } from '../../ui/table.ts'
import { NO_FILTER, toSearchQuery, type FlagFilter } from './flag-filter.ts'

/** What a page of flags looks for, and what is found: a change of the filter goes back to the first page. */
export class FoundFlags {
  #filter = $state<FlagFilter>({ ...NO_FILTER })
  sorting = $state<Sorting>({ column: 'name', descending: false })
  offset = $state(0)
  readonly query: CreateQueryResult<Outputs['search']['features']>

  /** `project`: the one whose flags alone are listed. */
  constructor(project: () => string | undefined = () => undefined) {
    // asks at once, so it cannot be a field: those are there before what the constructor was given
    this.query = createQuery(() => {
      const filter = { ...this.#filter, project: project() ?? this.#filter.project }
      const asked = toSearchQuery(filter, this.sorting, this.offset)
      return {
        queryKey: [...keys.search, asked],
        queryFn: () => api.search.features.query({ query: asked }),
        placeholderData: keepPreviousData,
      }
    })
  }

  get filter(): FlagFilter {
    return this.#filter
  }
  set filter(filter: FlagFilter) {
    this.#filter = filter
    this.offset = 0
  }
}
