import { api, type Outputs } from '#lib/api.ts'
import { keys } from '#lib/queries.ts'

export type Access = Outputs['getProjectAccess']

/** Reads who has access to a project, and the roles that can be given there. */
export const projectAccessQuery = (
  projectId: string,
): { queryKey: readonly string[]; queryFn: () => Promise<Access> } => ({
  queryKey: keys.projectAccess(projectId),
  queryFn: () => api.getProjectAccess.query({ params: { projectId } }),
})

/** The predefined roles in few words: their own descriptions are long. */
const IN_SHORT: Record<number, string> = {
  4: 'Everything in the project, including access',
  5: 'Flags, strategies and tokens; not the project itself',
  6: 'Read-only; counts as a member',
}

/** The roles of a project to choose from. */
export const roleOptions = (roles: Access['roles']): { value: string; label: string; note: string }[] =>
  roles.map(({ id, name, description }) => ({
    value: String(id),
    label: name,
    note: IN_SHORT[id] ?? description,
  }))
