import { readOpenRequestIds } from '#domains/changes/records/change-requests/change-requests.store.ts'
import { searchFeatures as operation } from '#shared/flags/contract/search.ts'
import { query } from '#kernel/use-case.ts'
import { toFilter, toOrder, toPage } from '../../records/search/search-filter.ts'
import { findFlags } from '../../records/search/find-flags.ts'

/** Finds flags (docs/contract/flags.md#search). */
export const searchFeatures = query(operation, (context, { query: asked }) =>
  findFlags(context, toFilter(asked), toOrder(asked), toPage(asked), readOpenRequestIds),
)
