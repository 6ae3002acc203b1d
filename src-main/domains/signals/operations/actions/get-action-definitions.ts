import { getActionDefinitions as definitions } from '#shared/signals/contract/actions.ts'
import {
  ACTION_KINDS,
  PARAMETER_WORDS,
  type ParameterName,
} from '#shared/signals/actions/index.ts'
import { ACTION_KEYS, type ActionDefinitions } from '#shared/signals/schemas/action.ts'
import { query } from '#kernel/use-case.ts'
import type { Queries } from '#store/queries.ts'
import { environmentsOfProject } from '#domains/projects/records/projects/projects.store.ts'
import { readFlagNames, readTagsInUse } from '../../records/actions/sources.read-model.ts'

/**
 * Lists the actions available to a set of the project, and the options of each parameter
 * (docs/contract/signals.md#action-kinds).
 */
export const getActionDefinitions = query(definitions, async ({ queries }, { params: { projectId } }) => {
  const options = await optionsOf(queries, projectId)
  const entries = ACTION_KEYS.map((key) => {
    const { label, description, category, permissions, parameters } = ACTION_KINDS[key]
    return [
      key,
      {
        label,
        description,
        category,
        permissions: [...permissions],
        parameters: parameters.map((name) => ({
          name,
          ...PARAMETER_WORDS[name],
          ...(options[name] ? { options: options[name] } : {}),
        })),
      },
    ] as const
  })
  return Object.fromEntries(entries) as ActionDefinitions
})

async function optionsOf(
  queries: Queries,
  project: string,
): Promise<Partial<Record<ParameterName, string[]>>> {
  return {
    environment: await environmentsOfProject(queries, project),
    featureName: await readFlagNames(queries, project),
    tag: await readTagsInUse(queries, project),
  }
}
