import {
  getTag as oneTag,
  getTags as allTags,
  getTagsByType as ofType,
  getTagType as oneType,
  getTagTypes as allTypes,
} from '../../../../../src-shared/contract/tags.ts'
import { notFound } from '../../../../kernel/app-error.ts'
import { query } from '../../../../kernel/use-case.ts'
import { requireTagType } from '../../records/tags/require-tag-type.ts'
import { findTag, readTags, readTagTypes } from '../../records/tags/tags.store.ts'

const version = 1 as const

export const getTagTypes = query(allTypes, async ({ queries }) => ({
  version,
  tagTypes: await readTagTypes(queries),
}))

export const getTagType = query(oneType, async ({ queries }, { params: { name } }) => ({
  version,
  tagType: await requireTagType(queries, name),
}))

export const getTags = query(allTags, async ({ queries }) => ({ version, tags: await readTags(queries) }))

export const getTagsByType = query(ofType, async ({ queries }, { params: { type } }) => ({
  version,
  tags: await readTags(queries, type),
}))

export const getTag = query(oneTag, async ({ queries }, { params }) => {
  const tag = await findTag(queries, params)
  if (!tag) throw notFound(`No tag with type: [${params.type}] and value [${params.value}]`)
  return { version, tag }
})
