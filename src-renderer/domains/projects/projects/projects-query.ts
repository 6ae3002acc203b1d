import { api, type Outputs } from '#lib/api.ts'
import { keys } from '#lib/queries.ts'

type Projects = Outputs['getProjects']

interface Option {
  value: string
  label: string
}

/** Reads the projects visible to the user. */
export const projectsQuery = (): { queryKey: readonly string[]; queryFn: () => Promise<Projects> } => ({
  queryKey: keys.projects,
  queryFn: () => api.getProjects.query({}),
})

/** Reads the archived projects. */
export const archivedProjectsQuery = (): ReturnType<typeof projectsQuery> => ({
  queryKey: [...keys.projects, 'archived'],
  queryFn: () => api.getProjects.query({ query: { archived: 'true' } }),
})

/** Reads what is shown of a project: its flags' figures, environments and mode. */
export const projectQuery = (
  projectId: string,
): { queryKey: readonly string[]; queryFn: () => Promise<Outputs['getProjectOverview']> } => ({
  queryKey: keys.project(projectId),
  queryFn: () => api.getProjectOverview.query({ params: { projectId } }),
})

/** Maps ids of projects to their names. */
export const namesById = (list: Projects | undefined): ReadonlyMap<string, string> =>
  new Map(list?.projects.map(({ id, name }) => [id, name]))

/** Builds the options of a project choice, after a first option for none or for all. */
export const projectOptions = (list: Projects | undefined, first?: Option): Option[] => [
  ...(first ? [first] : []),
  ...(list?.projects.map(({ id, name }) => ({ value: id, label: name })) ?? []),
]
