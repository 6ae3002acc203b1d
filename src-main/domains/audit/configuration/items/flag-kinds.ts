import { pick, WHOLE_FIELDS } from '#shared/audit/undo/index.ts'
import { updateFeatureTypeLifetime } from '#shared/flags/contract/feature-types.ts'
import {
  createStrategy,
  deprecateStrategy,
  reactivateStrategy,
  removeStrategy,
  updateStrategy,
} from '#shared/flags/contract/strategy-types.ts'
import { inList } from '#store/in-list.ts'
import { fromJson } from '#store/json.ts'
import { done, type Data, type ItemKind } from './item-kind.ts'

const read: ItemKind['read'] = async (queries, names, parts) => {
  const rows = await queries
    .selectFrom('strategy_types')
    .select(['name', 'display_name as displayName', 'title', 'description', 'parameters', 'deprecated'])
    .where((eb) => inList(eb.ref('name'), names))
    .execute()
  for (const { name, deprecated, parameters, ...row } of rows) {
    const item = { ...row, parameters: fromJson(parameters) }
    parts.set(['strategy-type', name], pick(item, WHOLE_FIELDS.strategyType))
    if (deprecated) parts.set(['strategy-type-deprecated', name], true)
  }
}
const names: ItemKind['names'] = (queries) => queries.selectFrom('strategy_types').select('name').execute()

export const strategyType: ItemKind = {
  kind: 'strategy-type',
  names,
  read,
  perform({ perform }, { path: [, name], before, after }) {
    const params = { name }
    if (after === undefined) return done(perform(removeStrategy, { params }))
    if (before !== undefined) return done(perform(updateStrategy, { params, body: after }))
    return done(perform(createStrategy, { body: { name, ...(after as Data) } }))
  },
}

/** Deprecation of a strategy type, which no update of the type changes. */
export const strategyTypeDeprecation: ItemKind = {
  kind: 'strategy-type-deprecated',
  names,
  read,
  perform: ({ perform }, { path: [, strategyName], after }) =>
    done(perform(after === true ? deprecateStrategy : reactivateStrategy, { params: { strategyName } })),
}

/** Types of flags are given; their lifetimes can be changed. */
export const featureType: ItemKind = {
  kind: 'feature-type',
  names: (queries) => queries.selectFrom('feature_types').select('id as name').execute(),

  async read(queries, ids, parts) {
    const rows = await queries
      .selectFrom('feature_types')
      .select(['id', 'lifetime_days as lifetimeDays'])
      .where((eb) => inList(eb.ref('id'), ids))
      .execute()
    for (const row of rows) parts.set(['feature-type', row.id], pick(row, WHOLE_FIELDS.featureType))
  },

  perform: ({ perform }, { path: [, id], after }) =>
    done(perform(updateFeatureTypeLifetime, { params: { id }, body: after })),
}
