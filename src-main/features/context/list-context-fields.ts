import type { ListedContextField } from '../../../src-shared/schemas/context-field.ts'
import type { Queries } from '../../store/queries.ts'
import { readContextFields } from './context-fields.store.ts'
import { readContextUses } from './context-usage.read-model.ts'

/** The fields that `wanted` says, by name, each with how much uses it (exchanges 312, 325, 328). */
export async function listContextFields(
  queries: Queries,
  wanted: (field: { project?: string | undefined }) => boolean,
): Promise<ListedContextField[]> {
  const uses = await readContextUses(queries)
  const fields = await readContextFields(queries)
  return fields.filter(wanted).map((field) => {
    const ofField = uses.filter((use) => use.field === field.name)
    return {
      ...field,
      usedInProjects: new Set(ofField.map((use) => use.projectId)).size,
      usedInFeatures: new Set(ofField.map((use) => use.featureName)).size,
    }
  })
}
