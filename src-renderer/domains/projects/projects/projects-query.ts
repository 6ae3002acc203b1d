import { api, type Outputs } from '../../../lib/api.ts'
import { keys } from '../../../lib/queries.ts'

type Projects = Outputs['getProjects']

interface Option {
  value: string
  label: string
}

/** Reads the projects that one may see. */
export const projectsQuery = (): { queryKey: readonly string[]; queryFn: () => Promise<Projects> } => ({
  queryKey: keys.projects,
  queryFn: () => api.getProjects.query({}),
})

/** Reads the projects that are archived. */
export const archivedProjectsQuery = (): ReturnType<typeof projectsQuery> => ({
  queryKey: [...keys.projects, 'archived'],
  queryFn: () => api.getProjects.query({ query: { archived: 'true' } }),
})

/** What to choose a project from, behind what stands for none of them or for all. */
export const projectOptions = (list: Projects | undefined, first: Option): Option[] => [
  first,
  ...(list?.projects.map(({ id, name }) => ({ value: id, label: name })) ?? []),
]
