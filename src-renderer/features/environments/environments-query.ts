import { api, type Outputs } from '../../lib/api.ts'
import { keys } from '../../lib/queries.ts'

type Environments = Outputs['environments']['list']
type ProjectEnvironments = Outputs['environments']['ofProject']

/** Reads all environments, in their order. */
export const environmentsQuery = (): {
  queryKey: readonly string[]
  queryFn: () => Promise<Environments>
} => ({
  queryKey: keys.environments,
  queryFn: () => api.environments.list.query({}),
})

/** Reads all environments as a project sees them. */
export const projectEnvironmentsQuery = (
  projectId: string,
): { queryKey: readonly string[]; queryFn: () => Promise<ProjectEnvironments> } => ({
  queryKey: keys.environmentsOfProject(projectId),
  queryFn: () => api.environments.ofProject.query({ params: { projectId } }),
})
