import type { ListedContextField } from '../../../../../src-shared/flags/schemas/context-field.ts'
import { groupRows } from '../../../../store/group-rows.ts'
import type { Queries } from '../../../../store/queries.ts'
import { readContextFields } from './context-fields.store.ts'
import { readContextUses } from './context-usage.read-model.ts'

/** The fields that `wanted` says, by name, each with how much uses it (recorded exchanges context-fields/*). */
export async function listContextFields(
  queries: Queries,
  wanted: (field: { project?: string | undefined }) => boolean,
): Promise<ListedContextField[]> {
  const usesOf = groupRows(await readContextUses(queries), (use) => use.field)
  const fields = await readContextFields(queries)
  return fields.filter(wanted).map((field) => {
    const ofField = usesOf.get(field.name) ?? []
    return {
      ...field,
      usedInProjects: new Set(ofField.map((use) => use.projectId)).size,
      usedInFeatures: new Set(ofField.map((use) => use.featureName)).size,
    }
  })
}
