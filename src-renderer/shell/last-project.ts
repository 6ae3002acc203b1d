const STORED = 'halyard.project'
const DEFAULT_PROJECT = 'default'

/** The project that one is in, by the address. */
export const currentProject = (location: string): string | undefined =>
  /^\/projects\/([^/]+)/.exec(location)?.[1]

export function noteProject(location: string): void {
  const project = currentProject(location)
  if (project !== undefined) localStorage.setItem(STORED, project)
}

/** The project that one was in last. */
export const lastProject = (): string => localStorage.getItem(STORED) ?? DEFAULT_PROJECT
