import { api, type Outputs } from '#lib/api.ts'
import { keys } from '#lib/queries.ts'

type Environments = Outputs['getAllEnvironments']
type ProjectEnvironments = Outputs['getProjectEnvironments']

/** Reads all environments, in their order. */
export const environmentsQuery = (): {
  queryKey: readonly string[]
  queryFn: () => Promise<Environments>
} => ({
  queryKey: keys.environments,
  queryFn: () => api.getAllEnvironments.query({}),
})

/** Reads all environments as a project sees them. */
export const projectEnvironmentsQuery = (
  projectId: string,
): { queryKey: readonly string[]; queryFn: () => Promise<ProjectEnvironments> } => ({
  queryKey: keys.environmentsOfProject(projectId),
  queryFn: () => api.getProjectEnvironments.query({ params: { projectId } }),
})

/** Type of an environment, which decides its colour; "other" while it is not known, or deleted. */
export const typeOfEnvironment = (
  environments: readonly { name: string; type: string }[] | undefined,
  name: string,
): string => environments?.find((one) => one.name === name)?.type ?? 'other'
