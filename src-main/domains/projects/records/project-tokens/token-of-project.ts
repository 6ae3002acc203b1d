import type { StoredToken } from '../../../access/records/api-tokens/api-token.ts'

/** Whether a token opens the project, among others or alone; no projects mean all. */
export function opens({ projects }: StoredToken, project: string): boolean {
  return projects.length === 0 || projects.includes(project)
}

/** Whether it opens this project and no other. */
export function opensOnly({ projects }: StoredToken, project: string): boolean {
  return projects.length === 1 && projects[0] === project
}
