import { api, type Outputs } from '../../lib/api.ts'
import { keys } from '../../lib/queries.ts'

interface FieldsQuery {
  queryKey: readonly string[]
  queryFn: () => Promise<Outputs['context']['list']>
}

/** Reads the context fields of the instance, and those of a project where one is named. */
export const fieldsQuery = (projectId?: string): FieldsQuery =>
  projectId === undefined
    ? { queryKey: keys.contextFields, queryFn: () => api.context.list.query({}) }
    : {
        queryKey: keys.fieldsOfProject(projectId),
        queryFn: () =>
          api.projectContext.list.query({ params: { projectId }, query: { include: 'root' as const } }),
      }
