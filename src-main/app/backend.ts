import type { FastifyInstance } from 'fastify'

import type { WindowSignIn } from '#domains/access/oidc/window-sign-in.ts'
import type { SmtpTimes } from '#domains/instance/email/smtp.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Guard } from '#kernel/execute.ts'
import type { Ids } from '#kernel/ids.ts'
import type { RecordingLogger } from '#kernel/logger.ts'
import type { OsProtection } from '#kernel/sealer.ts'
import type { OpenOptions, Recovery } from '#store/open-store.ts'
import type { Store } from '#store/store.ts'
import type { HttpOptions } from '#transport/http/http-options.ts'
import type { AppRouter } from './app-router.ts'
import type { RpcContext } from '#transport/rpc/init.ts'
import type { CodeFilePlace } from '../code-references/allowed-folder.ts'
import type { ScenarioActs } from '../cli/scenario-acts.ts'
import type { SnapshotActs } from '../cli/snapshot-acts.ts'
import type { Services } from './services.ts'
import type { Config } from '#settings/config.ts'

export interface BackendOptions {
  config: Config
  /** The bytes of sql.js's WebAssembly. */
  wasm: Uint8Array
  logger: RecordingLogger
  /** Choice to start without the existing data. */
  recovery?: Recovery
  /** Takes the key that is here, although stored secrets were sealed with another one that is gone. */
  newSealingKey?: boolean
  /** The built pages, to be served to browsers. */
  rendererDir?: string
  /** The built worker that scans code; absent: scans run in the thread of the service. */
  codeScanFile?: string
  /** Folders below which code may be read where the settings name none. */
  usualCodeRoots?: readonly string[]
  /** Asks the system for the proxies of a URL; absent: there is nobody to ask. */
  systemProxies?: (url: string) => Promise<string>
  /** The operating system's own encryption, where there is one. */
  osProtection?: OsProtection
  /** For tests. */
  clock?: Clock
  ids?: Ids
  http?: Partial<Pick<HttpOptions, 'rateLimits' | 'onAnswer' | 'noteCall' | 'timeouts'>>
  /** Times that a mail server has. */
  emailTimes?: SmtpTimes
  failedSignIns?: { perNetwork: number; perAccount: number }
  /** A disk that fails; for tests. */
  disk?: Pick<OpenOptions, 'fs' | 'beforeStatement'>
  /** Further vetoes on operations; for tests. */
  guards?: readonly Guard[]
}

/** The whole service without a window: what main.ts and cli.ts start. */
export interface Backend {
  readonly http: FastifyInstance
  readonly appRouter: AppRouter
  readonly store: Store
  readonly services: Services
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
