import { pick, WHOLE_FIELDS } from '#shared/audit/undo/index.ts'
import {
  createExpectation,
  deleteExpectation,
  updateExpectation,
} from '#shared/insight/contract/expectations.ts'
import type { Restored } from '#kernel/use-case.ts'
import { inList } from '#store/in-list.ts'
import { fromJson } from '#store/json.ts'
import { done, type Data, type ItemKind } from './item-kind.ts'

/** Expectations of flags and of access (ADR 82), by name. */
export const expectation: ItemKind = {
  kind: 'expectation',
  names: (queries) => queries.selectFrom('expectations').select('name').execute(),

  async read(queries, names, parts) {
    const rows = await queries
      .selectFrom('expectations')
      .select(['name', 'feature_name', 'project', 'environment', 'content'])
      .select(['created_by as createdBy', 'created_at as createdAt'])
      .where((eb) => inList(eb.ref('name'), names))
      .execute()
    for (const { name, feature_name, project, environment, content, ...row } of rows) {
      const item = {
        ...row,
        ...(feature_name === null ? {} : { flag: feature_name }),
        ...(project === null ? {} : { project }),
        ...(environment === null ? {} : { environment }),
        ...fromJson<Data>(content),
      }
      parts.set(['expectation', name], pick(item, WHOLE_FIELDS.expectation))
    }
  },

  perform({ perform }, { path: [, name = ''], before, after }) {
    const params = { name }
    if (after === undefined) return done(perform(deleteExpectation, { params }))
    const { createdBy, createdAt, ...body } = after as Data
    if (before !== undefined) return done(perform(updateExpectation, { params, body }))
    const restored = createdAt === undefined ? undefined : ({ createdBy, createdAt } as Restored)
    return done(perform(createExpectation, { body: { name, ...body } }, restored))
  },
}
