import type { ListedContextField } from '#shared/flags/schemas/context-field.ts'
import type { Queries } from '#store/queries.ts'
import { readContextFields } from './context-fields.store.ts'
import { readContextUses } from './context-usage.read-model.ts'

/** The fields that `wanted` says, by name, each with how much uses it (recorded exchanges context-fields/*). */
export async function listContextFields(
  queries: Queries,
  wanted: (field: { project?: string | undefined }) => boolean,
): Promise<ListedContextField[]> {
  const fields = (await readContextFields(queries)).filter(wanted)
  const usesOf = new Map(
    fields.map(({ name }) => [name, { projects: new Set<string>(), flags: new Set<string>() }]),
  )
  for await (const uses of readContextUses(queries))
    for (const { field, projectId, featureName } of uses) {
      const ofField = usesOf.get(field)
      ofField?.projects.add(projectId)
      ofField?.flags.add(featureName)
    }
  return fields.map((field) => ({
    ...field,
    usedInProjects: usesOf.get(field.name)?.projects.size ?? 0,
    usedInFeatures: usesOf.get(field.name)?.flags.size ?? 0,
  }))
}
