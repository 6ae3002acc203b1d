import { pick, WHOLE_FIELDS, type Parts } from '#shared/audit/undo/index.ts'
import { inList } from '#store/in-list.ts'
import { fromJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'

type Adds = (queries: Queries, ids: readonly string[] | undefined, parts: Parts) => Promise<void>

const addSegments: Adds = async (queries, ids, parts) => {
  const rows = await queries
    .selectFrom('segments')
    .select(['id', 'name', 'description', 'project', 'constraints'])
    .select(['created_by as createdBy', 'created_at as createdAt'])
    .$if(ids !== undefined, (q) => q.where((eb) => inList(eb.ref('id'), (ids ?? []).map(Number))))
    .execute()
  for (const { id, project, constraints, ...row } of rows) {
    const segment = {
      ...row,
      ...(project === null ? {} : { project }),
      constraints: fromJson(constraints),
    }
    parts.set(['segment', String(id)], pick(segment, WHOLE_FIELDS.segment))
  }
}

const addContextFields: Adds = async (queries, ids, parts) => {
  const rows = await queries
    .selectFrom('context_fields')
    .select(['name', 'description', 'stickiness', 'sort_order as sortOrder', 'legal_values'])
    .select(['project', 'created_at as createdAt'])
    .$if(ids !== undefined, (q) => q.where((eb) => inList(eb.ref('name'), ids ?? [])))
    .execute()
  for (const { name, project, legal_values, ...row } of rows) {
    const field = {
      ...row,
      legalValues: fromJson(legal_values),
      ...(project === null ? {} : { project }),
    }
    parts.set(['context-field', name], pick(field, WHOLE_FIELDS.contextField))
  }
}

const addTagTypes: Adds = async (queries, ids, parts) => {
  const rows = await queries
    .selectFrom('tag_types')
    .select(['name', 'description', 'icon', 'color'])
    .$if(ids !== undefined, (q) => q.where((eb) => inList(eb.ref('name'), ids ?? [])))
    .execute()
  for (const row of rows) parts.set(['tag-type', row.name], pick(row, WHOLE_FIELDS.tagType))
}

const addTags: Adds = async (queries, types, parts) => {
  const rows = await queries
    .selectFrom('tags')
    .select(['type', 'value'])
    .$if(types !== undefined, (q) => q.where((eb) => inList(eb.ref('type'), types ?? [])))
    .execute()
  for (const { type, value } of rows) parts.set(['tag', type, value], true)
}

const addStrategyTypes: Adds = async (queries, ids, parts) => {
  const rows = await queries
    .selectFrom('strategy_types')
    .select(['name', 'display_name as displayName', 'title', 'description', 'parameters', 'deprecated'])
    .$if(ids !== undefined, (q) => q.where((eb) => inList(eb.ref('name'), ids ?? [])))
    .execute()
  for (const { name, deprecated, parameters, ...row } of rows) {
    const type = { ...row, parameters: fromJson(parameters) }
    parts.set(['strategy-type', name], pick(type, WHOLE_FIELDS.strategyType))
    parts.set(['strategy-type-deprecated', name], deprecated)
  }
}

const addFeatureTypes: Adds = async (queries, ids, parts) => {
  const rows = await queries
    .selectFrom('feature_types')
    .select(['id', 'lifetime_days as lifetimeDays'])
    .$if(ids !== undefined, (q) => q.where((eb) => inList(eb.ref('id'), ids ?? [])))
    .execute()
  for (const row of rows) parts.set(['feature-type', row.id], pick(row, WHOLE_FIELDS.featureType))
}

/** Readers of what flags are made of, by the kind that their paths begin with. */
export const VOCABULARY_READERS: Readonly<Record<string, Adds>> = {
  segment: addSegments,
  'context-field': addContextFields,
  'tag-type': addTagTypes,
  tag: addTags,
  'strategy-type': addStrategyTypes,
  'strategy-type-deprecated': addStrategyTypes,
  'feature-type': addFeatureTypes,
}
