import { pick, WHOLE_FIELDS } from '#shared/audit/undo/index.ts'
import { createContextField, deleteContextField, updateContextField } from '#shared/flags/contract/context.ts'
import {
  createContextFieldForProject,
  deleteContextFieldForProject,
  updateContextFieldForProject,
} from '#shared/flags/contract/project-context.ts'
import type { Restored } from '#kernel/use-case.ts'
import { inList } from '#store/in-list.ts'
import { fromJson } from '#store/json.ts'
import { done, type Data, type ItemKind } from './item-kind.ts'

const OF_INSTANCE = { create: createContextField, update: updateContextField, remove: deleteContextField }
const OF_PROJECT = {
  create: createContextFieldForProject,
  update: updateContextFieldForProject,
  remove: deleteContextFieldForProject,
}

export const contextField: ItemKind = {
  kind: 'context-field',
  names: (queries) => queries.selectFrom('context_fields').select('name').execute(),

  async read(queries, names, parts) {
    const rows = await queries
      .selectFrom('context_fields')
      .select(['name', 'description', 'stickiness', 'sort_order as sortOrder', 'legal_values'])
      .select(['project', 'created_at as createdAt'])
      .where((eb) => inList(eb.ref('name'), names))
      .execute()
    for (const { name, project, legal_values, ...row } of rows) {
      const item = {
        ...row,
        legalValues: fromJson(legal_values),
        ...(project === null ? {} : { project }),
      }
      parts.set(['context-field', name], pick(item, WHOLE_FIELDS.contextField))
    }
  },

  perform({ perform }, { path: [, name], before, after }) {
    const { project, ...item } = (after ?? before) as Data
    const body = { name, ...item }
    const operations = project ? OF_PROJECT : OF_INSTANCE
    const at = project ? { projectId: project } : {}
    const params = { ...at, contextField: name }
    if (after === undefined) return done(perform(operations.remove, { params }))
    if (before !== undefined) return done(perform(operations.update, { params, body: item }))
    return done(perform(operations.create, { params: at, body }, item as Restored))
  },
}
