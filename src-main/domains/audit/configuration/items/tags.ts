import { pick, WHOLE_FIELDS } from '#shared/audit/undo/index.ts'
import {
  createTag,
  createTagType,
  deleteTag,
  deleteTagType,
  updateTagType,
} from '#shared/flags/contract/tags.ts'
import { inList } from '#store/in-list.ts'
import { done, type Data, type ItemKind } from './item-kind.ts'

export const tagType: ItemKind = {
  kind: 'tag-type',
  names: (queries) => queries.selectFrom('tag_types').select('name').execute(),

  async read(queries, names, parts) {
    const rows = await queries
      .selectFrom('tag_types')
      .select(['name', 'description', 'icon', 'color'])
      .where((eb) => inList(eb.ref('name'), names))
      .execute()
    for (const row of rows) parts.set(['tag-type', row.name], pick(row, WHOLE_FIELDS.tagType))
  },

  perform({ perform }, { path: [, name], before, after }) {
    const params = { name }
    if (after === undefined) return done(perform(deleteTagType, { params }))
    if (before !== undefined) return done(perform(updateTagType, { params, body: after }))
    return done(perform(createTagType, { body: { name, ...(after as Data) } }))
  },
}

/** Tags are parts of their type: `['tag', type, value]`. Scenario files have those that flags have. */
export const tag: ItemKind = {
  kind: 'tag',
  names: (queries) => queries.selectFrom('tags').select('type as name').distinct().execute(),

  async read(queries, types, parts) {
    const rows = await queries
      .selectFrom('tags')
      .select(['type', 'value'])
      .where((eb) => inList(eb.ref('type'), types))
      .execute()
    for (const { type, value } of rows) parts.set(['tag', type, value], true)
  },

  perform({ perform }, { path: [, type, value], after }) {
    if (after === undefined) return done(perform(deleteTag, { params: { type, value } }))
    return done(perform(createTag, { body: { type, value } }))
  },
}
