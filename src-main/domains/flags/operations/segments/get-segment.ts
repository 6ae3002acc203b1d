import { getSegment as one } from '#shared/flags/contract/segments.ts'
import { query } from '#kernel/use-case.ts'
import { toSegment } from '../../records/segments/segment.ts'
import { requireSegment } from '../../records/segments/segments.store.ts'

export const getSegment = query(one, async ({ queries }, { params: { id } }) =>
  toSegment(await requireSegment(queries, id)),
)
