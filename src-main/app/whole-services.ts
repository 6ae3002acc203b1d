import type { CommonServices, Copy, Foundation } from './domain.ts'
import type { DomainServices } from './domains.ts'
import { reloadAll, type OthersFollower } from './follow-others.ts'
import { statusOf } from './instance-status.ts'
import { readinessOf } from './readiness.ts'
import type { Services } from './services.ts'
import { supportFactsOf } from './support-facts.ts'
import { workInProgress } from './work-in-progress.ts'

/** What changes while the service runs. */
export interface State {
  /** URL of the main port; null: it is closed. */
  url: string | null
  isDraining: boolean
  /** Undefined until what is in memory was read. */
  follower: OthersFollower | undefined
}

/** Joins the services of the domains with those of the service as a whole. */
export function joinServices(
  foundation: Foundation,
  ofDomains: DomainServices,
  { state, copies }: { state: State; copies: readonly Copy[] },
): Services & { work: () => string[] } {
  const { store, config, logger, loop } = foundation
  const { maintenance, scenarioSource, databaseMove } = ofDomains
  const work = () => workInProgress(loop, databaseMove)
  const services: Services = {
    ...commonOf(foundation),
    ...ofDomains,
    status: () => statusOf({ store, config, maintenance, loop, scenarioSource }, state.url),
    readiness: () => readinessOf({ store, ...state }),
    reloadCopies: () => reloadAll(copies),
    supportFacts: () => supportFactsOf({ ...services, work, logger })(),
  }
  return { ...services, work }
}

const commonOf = ({
  outbound,
  limiter,
  reportAllowance,
  sealer,
  now,
  plan,
  baseUriPath,
  baseUrl,
  pagesUrl,
}: CommonServices): CommonServices => ({
  outbound,
  limiter,
  reportAllowance,
  sealer,
  now,
  plan,
  baseUriPath,
  baseUrl,
  pagesUrl,
})
