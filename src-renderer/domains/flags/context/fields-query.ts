import { api, type Outputs } from '#lib/api.ts'
import { keys } from '#lib/queries.ts'

interface FieldsQuery {
  queryKey: readonly string[]
  queryFn: () => Promise<Outputs['getContextFields']>
}

/** Reads the context fields of the instance, and those of a project where one is named. */
export const fieldsQuery = (projectId?: string): FieldsQuery =>
  projectId === undefined
    ? { queryKey: keys.contextFields, queryFn: () => api.getContextFields.query({}) }
    : {
        queryKey: keys.fieldsOfProject(projectId),
        queryFn: () =>
          api.getContextFieldsForProject.query({
            params: { projectId },
            query: { include: 'root' as const },
          }),
      }
