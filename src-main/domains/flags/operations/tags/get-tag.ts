import { getTag as oneTag } from '#shared/flags/contract/tags.ts'
import { notFound } from '#kernel/app-error.ts'
import { query } from '#kernel/use-case.ts'
import { findTag } from '../../records/tags/tags.store.ts'
import { version } from '../../records/tags/answer-version.ts'

export const getTag = query(oneTag, async ({ queries }, { params }) => {
  const tag = await findTag(queries, params)
  if (!tag) throw notFound(`No tag with type: [${params.type}] and value [${params.value}]`)
  return { version, tag }
})
