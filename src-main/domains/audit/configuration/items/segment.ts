import { pick, WHOLE_FIELDS } from '#shared/audit/undo/index.ts'
import { createSegment, removeSegment, updateSegment } from '#shared/flags/contract/segments.ts'
import { inList } from '#store/in-list.ts'
import { fromJson } from '#store/json.ts'
import { done, identityOf, type Data, type ItemKind } from './item-kind.ts'

export const segment: ItemKind = {
  kind: 'segment',
  names: (queries) => queries.selectFrom('segments').select('id as name').execute(),

  async read(queries, ids, parts) {
    const rows = await queries
      .selectFrom('segments')
      .select(['id', 'name', 'description', 'project', 'constraints'])
      .select(['created_by as createdBy', 'created_at as createdAt'])
      .where((eb) => inList(eb.ref('id'), ids.map(Number)))
      .execute()
    for (const { id, project, constraints, ...row } of rows) {
      const item = {
        ...row,
        ...(project === null ? {} : { project }),
        constraints: fromJson(constraints),
      }
      parts.set(['segment', String(id)], pick(item, WHOLE_FIELDS.segment))
    }
  },

  async perform({ perform }, { path: [, id], before, after }) {
    const params = { id }
    if (after === undefined) return done(perform(removeSegment, { params }))
    if (before !== undefined) return done(perform(updateSegment, { params, body: after }))
    return (await perform(createSegment, { body: after }, identityOf(id, after as Data))).id
  },
}
