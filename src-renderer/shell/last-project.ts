import { z } from 'zod'

import { readStored, writeStored } from '#ui/stored.ts'

const STORED = 'halyard.project'
const DEFAULT_PROJECT = 'default'

/** The project that one is in, by the address. */
export const currentProject = (location: string): string | undefined =>
  /^\/projects\/([^/]+)/.exec(location)?.[1]

export function noteProject(location: string): void {
  const project = currentProject(location)
  if (project !== undefined) writeStored(STORED, project)
}

/** The project that one was in last. */
export const lastProject = (): string =>
  readStored(STORED, { schema: z.string(), otherwise: DEFAULT_PROJECT })
