import { pick, WHOLE_FIELDS } from '#shared/audit/undo/index.ts'
import { createPolicy, deletePolicy, updatePolicy } from '#shared/changes/contract/policies.ts'
import type { Restored } from '#kernel/use-case.ts'
import { inList } from '#store/in-list.ts'
import { fromJson } from '#store/json.ts'
import { done, type Data, type ItemKind } from './item-kind.ts'

/** Policies for changes (ADR 84), by name. */
export const policy: ItemKind = {
  kind: 'policy',
  names: (queries) => queries.selectFrom('policies').select('name').execute(),

  async read(queries, names, parts) {
    const rows = await queries
      .selectFrom('policies')
      .select(['name', 'project', 'enabled', 'content', 'created_by as createdBy', 'created_at as createdAt'])
      .where((eb) => inList(eb.ref('name'), names))
      .execute()
    for (const { name, project, content, ...row } of rows) {
      const item = { ...row, ...(project === null ? {} : { project }), ...fromJson<Data>(content) }
      parts.set(['policy', name], pick(item, WHOLE_FIELDS.policy))
    }
  },

  perform({ perform }, { path: [, name = ''], before, after }) {
    const params = { name }
    if (after === undefined) return done(perform(deletePolicy, { params }))
    const { createdBy, createdAt, ...body } = after as Data
    if (before !== undefined) return done(perform(updatePolicy, { params, body }))
    const restored = createdAt === undefined ? undefined : ({ createdBy, createdAt } as Restored)
    return done(perform(createPolicy, { body: { name, ...body } }, restored))
  },
}
