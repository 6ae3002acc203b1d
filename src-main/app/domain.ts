import type { HiddenProjects } from '#shared/access/rules/index.ts'
import type { Plan } from '#shared/instance/rules/plans.ts'
import type { SendInternally } from '#domains/signals/signals/signal-services.ts'
import type { Actor } from '#kernel/caller.ts'
import type { Clock } from '#kernel/clock.ts'
import type { EventListener } from '#kernel/event-bus.ts'
import type { Runtime } from '#kernel/execute.ts'
import type { Ids } from '#kernel/ids.ts'
import type { RecordingLogger } from '#kernel/logger.ts'
import type { Outbound } from '#kernel/outbound.ts'
import type { PortOpener } from '#kernel/port-opener.ts'
import type { Sealer } from '#kernel/sealer.ts'
import type { LoopWatch } from '#runtime/loop-watch.ts'
import type { RateLimiter } from '#runtime/rate-limiter.ts'
import type { ReportAllowance } from '#runtime/report-allowance.ts'
import type { Config } from '#settings/config.ts'
import type { FollowedTable } from '#store/peers.ts'
import type { Queries } from '#store/queries.ts'
import type { Store } from '#store/store.ts'
import type { BackendOptions } from './backend-options.ts'

/** Services that belong to no domain. Use cases have them, too. */
export interface CommonServices {
  /** Calls other machines, where the settings allow it. */
  outbound: Outbound
  limiter: RateLimiter
  reportAllowance: ReportAllowance
  /** Encrypts secrets that are stored. */
  sealer: Sealer
  now: () => Date
  /** Plan that the instance answers as. */
  plan: Plan
  /** Path before all others; empty: none. */
  baseUriPath: string
  /** Base URL of the pages, for links in texts. No trailing slash. */
  baseUrl: string
  /** Returns the URL at which a browser reaches the pages. Links to hand on begin with it. No trailing slash. */
  pagesUrl: () => string
}

/** Everything that a domain is opened with. */
export interface Foundation extends CommonServices {
  store: Store
  clock: Clock
  ids: Ids
  logger: RecordingLogger
  config: Config
  options: BackendOptions
  /** Version of Halyard. */
  version: string
  loop: LoopWatch
  /** The common services alone, for use cases. */
  common: CommonServices
  /** Calls machines that the operator of the service chose. They may be anywhere. */
  operators: Outbound
  /** The same, with the certificates of the instance that is mirrored. */
  upstream: Outbound
  whole: Whole
}

/** The service as a whole, which a domain may ask once all of it is open. */
export interface Whole {
  /** Sends a request through the whole HTTP stack, without the network. */
  callOverHttp: SendInternally
  /** Opens ports in addition to the main one. */
  portOpener: PortOpener
  /** Tells whether the window's procedure of an operation reads or writes; undefined: it has none. */
  procedureKindOf: (operationId: string) => 'query' | 'mutation' | undefined
  hiddenFrom: (actor: Actor) => HiddenProjects
  /** Compares what SDKs read from two databases. Rejects if a byte differs. */
  compareClients: (from: Queries, to: Queries) => Promise<void>
  /** Writes what is in memory. */
  flush: () => Promise<void>
}

/** Copy of tables in memory. */
export interface Copy {
  readonly tables: readonly FollowedTable[]
  /** Reads them again, all or nothing. */
  readonly reload: () => Promise<void>
}

/** Data collected in memory during requests. */
export interface WaitingWrites {
  /** Writes it. What cannot be written is kept for the next time. */
  readonly flush: () => Promise<void>
  /** Interval; absent: half a minute. */
  readonly everyMs?: number
}

/** Work by the clock. One that takes longer than its interval is not begun a second time. */
export interface Job {
  readonly name: string
  readonly everyMs: number
  readonly run: (runtime: Runtime) => Promise<void>
}

/** Parts that a domain brings into a running service. `app` starts, follows, flushes and closes all domains alike. */
export interface Opened<S extends object> {
  /** Objects that its own use cases and those of later domains share, by name. */
  services: S
  copies?: readonly Copy[]
  buffers?: readonly WaitingWrites[]
  jobs?: readonly Job[]
  /** Gets the means to write, before the first request. */
  begin?: (runtime: Runtime) => Promise<void> | void
  /** Learns of each committed event, from the start on. */
  notesEvents?: readonly EventListener[]
  /** Delivers committed events. What is there from before the start, a job delivers. */
  deliversEvents?: readonly EventListener[]
  /** Runs when the main port is open. */
  listen?: () => Promise<void>
  /** Ends work of its own, before the running requests are finished. */
  stop?: () => Promise<void>
  /** Ends what requests may still need. */
  close?: () => Promise<void> | void
}

/** A domain: its operations, and what it opens, after the domains before it and with their services. */
export interface Domain<Operations extends object, Earlier extends object, S extends object> {
  operations: Operations
  open: (foundation: Foundation, earlier: Earlier) => Promise<Opened<S>> | Opened<S>
}

/** Declares a domain. All that a new service needs in a running one is said where the domain opens. */
export function domain<Operations extends object>(operations: Operations): Domain<Operations, object, object>
export function domain<Operations extends object, Earlier extends object, S extends object>(
  operations: Operations,
  open: Domain<Operations, Earlier, S>['open'],
): Domain<Operations, Earlier, S>
export function domain(
  operations: object,
  open: Domain<object, object, object>['open'] = () => ({ services: {} }),
): Domain<object, object, object> {
  return { operations, open }
}

/** The services that a domain brings. */
export type ServicesOf<D> = D extends { open: (...args: never[]) => infer R }
  ? Awaited<R> extends Opened<infer S>
    ? S
    : never
  : never
