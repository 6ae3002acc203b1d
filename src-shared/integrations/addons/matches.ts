/** Events that an integration is interested in. */
export interface AddonFilter {
  events: readonly string[]
  /** Empty, or with `*` in it: of all. */
  projects: readonly string[]
  environments: readonly string[]
}

export interface FilteredEvent {
  type: string
  project: string | null
  environment: string | null
}

/**
 * Checks whether an integration receives an event. An integration without projects or environments receives
 * the events of all (docs/contract/integrations.md#integrations).
 */
export function matchesAddon({ events, projects, environments }: AddonFilter, event: FilteredEvent): boolean {
  return (
    events.includes(event.type) &&
    isWithin(projects, event.project) &&
    isWithin(environments, event.environment)
  )
}

function isWithin(chosen: readonly string[], place: string | null): boolean {
  return place === null || isAll(chosen) || chosen.includes(place)
}

/** Checks whether a list of projects or environments includes all of them. */
export function isAll(chosen: readonly string[]): boolean {
  return chosen.length === 0 || chosen.includes('*')
}
