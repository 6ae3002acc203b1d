import { QueryClient } from '@tanstack/svelte-query'

import type { Change } from '../../src-main/features/events/index.ts'
import { toRefusal } from './refusal.ts'

/** What screens read, by name; a change makes them read again what it may have touched. */
export const keys = {
  me: ['me'],
  status: ['status'],
  projects: ['projects'],
  project: (id: string) => ['project', id],
  features: (project: string) => ['features', project],
  feature: (project: string, name: string) => ['feature', project, name],
  environments: ['environments'],
  apiTokens: ['api-tokens'],
  contextFields: ['context-fields'],
  segments: ['segments'],
  segmentStrategies: (id: number) => ['segments', String(id)],
  events: ['events'],
} as const

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Infinity, // changes are told by the event stream
      refetchOnWindowFocus: false,
      // a refusal will not change by asking again; a lost connection may
      retry: (failures, error) => toRefusal(error).status === 0 && failures < 3,
    },
  },
})

/** Reads again what a change may have touched. */
export function refreshAfter({
  type,
  project,
  featureName,
}: Pick<Change, 'type' | 'project' | 'featureName'>): void {
  const refresh = (queryKey: readonly string[]) => void queryClient.invalidateQueries({ queryKey })
  refresh(keys.events)
  if (type.startsWith('api-token')) refresh(keys.apiTokens)
  // strategies come and go with their segments
  if (type.startsWith('segment') || type.startsWith('feature-strategy')) refresh(keys.segments)
  if (type.startsWith('context-field') || type.startsWith('feature-strategy')) refresh(keys.contextFields)
  if (type.startsWith('environment')) refresh(keys.environments)
  if (type.startsWith('project') || featureName !== undefined) refresh(keys.projects)
  if (project === undefined) return
  refresh(keys.project(project))
  refresh(keys.features(project))
  if (featureName !== undefined) refresh(keys.feature(project, featureName))
}
