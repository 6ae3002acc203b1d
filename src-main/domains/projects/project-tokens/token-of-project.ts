import type { StoredToken } from '#domains/access/api-tokens/api-token.ts'

/** Checks whether a token gives access to the project, alone or among others. No projects mean all. */
export function givesAccessTo({ projects }: StoredToken, project: string): boolean {
  return projects.length === 0 || projects.includes(project)
}

/** Checks whether a token gives access to this project only. */
export function givesAccessOnlyTo({ projects }: StoredToken, project: string): boolean {
  return projects.length === 1 && projects[0] === project
}
