import type { FastifyInstance } from 'fastify'

import type { WindowSignIn } from '#domains/access/oidc/window-sign-in.ts'
import type { Store } from '#store/store.ts'
import type { AppRouter } from './app-router.ts'
import type { RpcContext } from '#transport/rpc/init.ts'
import type { CodeFilePlace } from '../code-references/allowed-folder.ts'
import type { ScenarioActs } from '../cli/scenario-acts.ts'
import type { SnapshotActs } from '../cli/snapshot-acts.ts'
import type { WorkerPool } from '../workers/pool/worker-pool.ts'
import type { Copy } from './domain.ts'
import type { Services } from './services.ts'

/** The whole service without a window: what main.ts and cli.ts start. */
export interface Backend {
  readonly http: FastifyInstance
  readonly appRouter: AppRouter
  readonly store: Store
  readonly services: Services
  /** Copies of tables in memory, which follow what others write. */
  readonly copies: readonly Copy[]
  /** Processes that answer SDKs; undefined: the settings want none. */
  readonly pool: WorkerPool | undefined
  /** Begins to take calls; answers the URL. Throws PortInUse. `port` instead of the configured one. */
  listen(port?: number | 'auto'): Promise<string>
  /** The context of a call from the window, which acts as the instance's first Admin. */
  windowContext(): Promise<RpcContext>
  /** Runs the jobs now that usually run every minute or hour. */
  runJobs(): Promise<void>
  /** Switches password sign-in on again: the way back on the machine itself. */
  enablePasswords(): Promise<void>
  /** Signs the desktop window in as a person. */
  readonly windowSignIn: WindowSignIn
  /** Plans, applies and exports scenarios, as the instance's first Admin. */
  readonly scenario: ScenarioActs
  /** Takes and restores snapshots, as the instance's first Admin. */
  readonly snapshots: SnapshotActs
  /** A path that signs a browser in, once. */
  signInPath(): string
  /** Further ports, a line for each. */
  describePorts(): string[]
  status(): ReturnType<Services['status']>
  /** Says from now on that the service is not ready, so that a proxy sends no more. False: it is ready again. */
  drain(isDraining?: boolean): void
  /** Finds a file in the code folders of a project, by its real path; undefined: it is none of them. */
  findCodeFile(place: CodeFilePlace): Promise<string | undefined>
  /** Lists in words the requests, jobs and moves under way, which `close` would cut short. */
  work(): readonly string[]
  /** Stops accepting requests, finishes the running ones, and closes the store. */
  close(): Promise<void>
}
