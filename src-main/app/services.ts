import type { Mirror } from '#domains/clients/mirror/mirror.ts'
import type { InstanceStatus } from '#domains/instance/instance/instance-status.ts'
import type { SupportServices } from '#domains/instance/support/support-bundle.ts'
import type { Store } from '#store/store.ts'
import type { CommonServices, Copy, Foundation } from './domain.ts'
import type { DomainServices } from './domains.ts'
import { type PeersFollower, reloadAll } from './follow-peers.ts'
import { supportFactsOf } from './support-facts.ts'
import { workInProgress } from './work-in-progress.ts'
import type { MaintenanceMode } from '#domains/instance/instance/maintenance-mode.ts'
import type { ScenarioSource } from '#domains/transfer/scenario/scenario-source.ts'
import type { LoopWatch } from '#runtime/loop-watch.ts'
import type { Config } from '#settings/config.ts'

/** Services that use cases share beyond the store: of the domains, and of the service as a whole. */
export type Services = DomainServices & CommonServices & SupportServices & WholeServices

interface WholeServices {
  /** Reads all copies of tables in memory again. */
  reloadCopies: () => Promise<void>
  status: () => InstanceStatus
  /** Says why no requests should come here; undefined: they may. Rejects if the database does not answer. */
  readiness: () => Promise<string | undefined>
}

/** State of the service, which changes while it runs. */
export interface State {
  /** URL of the main port; null: it is closed. */
  url: string | null
  isDraining: boolean
  /** Undefined until what is in memory was read. */
  follower: PeersFollower | undefined
}

interface ReadinessFacts {
  mirror: Pick<Mirror, 'sources'> | undefined
  store: Pick<Store, 'peers'>
  isDraining: boolean
  /** Undefined until what is in memory was read. */
  follower: Pick<PeersFollower, 'isStale'> | undefined
}

/** Says why no requests should come here; undefined: they may. Rejects if the database does not answer. */
async function readinessOf({
  store,
  isDraining,
  follower,
  mirror,
}: ReadinessFacts): Promise<string | undefined> {
  if (isDraining) return 'The service is being stopped.'
  if (follower?.isStale !== false) return 'What is in memory is not up to date with the database.'
  await store.peers.ping()
  return mirror?.sources.unreadiness
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
    ...foundation.common,
    ...ofDomains,
    status: () => statusOf({ store, config, maintenance, loop, scenarioSource }, state.url),
    readiness: () => readinessOf({ store, mirror: ofDomains.mirror, ...state }),
    reloadCopies: () => reloadAll(copies),
    supportFacts: () => supportFactsOf({ ...services, work, logger })(),
  }
  return { ...services, work }
}

interface Dependencies {
  store: Pick<Store, 'status'>
  config: Pick<Config, 'contract' | 'strict' | 'dataDir'>
  maintenance: Pick<MaintenanceMode, 'isOn'>
  loop: Pick<LoopWatch, 'lagMs' | 'longTurn'>
  scenarioSource: Pick<ScenarioSource, 'state'> | undefined
}

/** Describes the state of the instance, which listens at `url`. */
function statusOf(
  { store, config, maintenance, loop, scenarioSource }: Dependencies,
  url: string | null,
): InstanceStatus {
  const { database, writable, failure, lastDurableAt } = store.status
  return {
    url,
    contractVersion: config.contract,
    strict: config.strict ?? null,
    dataDir: config.dataDir,
    database,
    maintenance: maintenance.isOn,
    writable,
    failure,
    lastDurableAt,
    lagMs: loop.lagMs,
    longTurn: loop.longTurn,
    scenarioFails: (scenarioSource?.state.error ?? null) !== null,
  }
}
