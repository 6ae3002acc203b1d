import { pick, WHOLE_FIELDS } from '#shared/audit/undo/index.ts'
import { isEqual } from '#shared/configuration/equality.ts'
import {
  createEnvironment,
  removeEnvironment,
  updateEnvironment,
} from '#shared/projects/contract/environment-lifecycle.ts'
import { toggleEnvironmentOff, toggleEnvironmentOn } from '#shared/projects/contract/environments.ts'
import { inList } from '#store/in-list.ts'
import { done, type Data, type ItemKind } from './item-kind.ts'

export const environment: ItemKind = {
  kind: 'environment',
  names: (queries) => queries.selectFrom('environments').select('name').execute(),

  async read(queries, names, parts) {
    const rows = await queries
      .selectFrom('environments')
      .select([
        'name',
        'type',
        'sort_order as sortOrder',
        'enabled',
        'required_approvals as requiredApprovals',
      ])
      .where((eb) => inList(eb.ref('name'), names))
      .execute()
    for (const row of rows) parts.set(['environment', row.name], pick(row, WHOLE_FIELDS.environment))
  },

  async perform({ perform }, { path: [, name], before, after }) {
    const params = { name }
    if (after === undefined) return done(perform(removeEnvironment, { params }))
    if (before === undefined) return done(perform(createEnvironment, { body: { name, ...(after as Data) } }))
    const { enabled: was, ...had } = before as Data
    const { enabled, ...body } = after as Data
    if (!isEqual(had, body)) await perform(updateEnvironment, { params, body })
    if (enabled !== was)
      await perform(enabled === true ? toggleEnvironmentOn : toggleEnvironmentOff, { params })
    return undefined
  },
}
