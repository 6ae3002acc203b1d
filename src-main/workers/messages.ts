import type { StoredToken } from '#domains/access/api-tokens/api-token.ts'
import type { ClientEvent, EnvironmentRevision } from '#domains/clients/client-api/client-configuration.ts'
import type { Config } from '#settings/config.ts'
import type { Timeouts } from '#transport/http/http-options.ts'
import type { ProcessUsage } from '#runtime/process-family.ts'
import type { EndedStream, LoggedAnswer, StreamOutcome, WorkerNotes } from './notes.ts'

/** Descriptor of the stream of messages in a worker. */
export const MESSAGES_FD = 4

/** Settings that a worker needs. */
export type WorkerSettings = Pick<
  Config,
  | 'plan'
  | 'allowedHosts'
  | 'baseUrl'
  | 'baseUriPath'
  | 'trustedProxies'
  | 'allowedClients'
  | 'deniedClients'
  | 'authHeader'
  | 'limits'
  | 'logLevel'
> & { contract: string; isMirror: boolean; isMeasured: boolean; timeouts?: Timeouts }

/** Token of an SDK, named by the hash of its secret: the secret stays in the main process. */
export type SdkToken = Pick<StoredToken, 'tokenName' | 'type' | 'environment' | 'projects' | 'expiresAt'> & {
  hash: string
}

/** Change of the tokens, in order. */
export type TokenChange = { put: SdkToken } | { removed: string } | { all: readonly SdkToken[] }

/** Knowledge of a worker beyond flags and tokens. It is sent whole when it changes. */
export interface SharedState {
  frontendOrigins: readonly string[]
  /** False while each request goes to the main process, which records bodies. */
  answers: boolean
  logsRequests: boolean
  /** Streams that began under another number end. */
  streamGeneration: number
  /** Times of the last answers of the upstream in epoch milliseconds, by environment. Empty where nothing is mirrored. */
  checkedAt: Readonly<Record<string, number>>
}

/** Changes since the last message. Without any, it asks for a sign of life. */
export interface News {
  events: readonly ClientEvent[]
  tokens: readonly TokenChange[]
  shared?: SharedState
}

/** Everything that a worker begins with. */
export interface Beginning {
  settings: WorkerSettings
  revisions: readonly EnvironmentRevision[]
  tokens: readonly SdkToken[]
  shared: SharedState
  /** Mark in the ETags of deltas: all processes give an SDK the same flags for the same revision. */
  deltaMark: string
  /** Place where connections to the main process are opened, and the secret that opens them. */
  link: Link
}

export interface Link {
  path: string
  secret: string
}

/** Question of a worker. */
export type Question =
  | { about: 'exists'; environment: string }
  | { about: 'segments' }
  | {
      about: 'configuration'
      environment: string
      /** Revision that the worker knows of: an older configuration is no answer. */
      revision: number
      /** Revision of the configuration that it has; absent: none. */
      has?: number
    }
  | { about: 'ticket'; token: string; overlay?: string }

/** Begin of an answer about a configuration. Its segments follow, then its flags. */
export interface ConfigurationHead {
  revision: number
  /** True if the flags are those that differ from the configuration that the worker has. */
  isDifference: boolean
  /** Flags of that one that are gone. */
  removed: readonly string[]
  /** Number of segments; null: they are the same. */
  segments: number | null
}

export type ToWorker =
  | { kind: 'begin'; beginning: Beginning }
  | { kind: 'news'; id: number; news: News }
  /** JSON of a list, of which more parts follow unless it is the last one. */
  | { kind: 'part'; id: number; json: string; isLast: boolean }
  | { kind: 'unanswered'; id: number }
  | { kind: 'notes-taken' }
  | { kind: 'finish' }

export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'known'; id: number }
  | { kind: 'question'; id: number; question: Question }
  | { kind: 'notes'; notes: WorkerNotes }
  | { kind: 'usage'; usage: ProcessUsage; openStreams: number }
  /** Stream that begins or ends, for the request log. */
  | { kind: 'stream-begun'; stream: number; request: LoggedAnswer }
  | { kind: 'stream-ended'; stream: number; outcome: StreamOutcome }
  | { kind: 'sdk-left'; sdk: EndedStream }
  | { kind: 'finished' }

/** Goes with a connection that is passed to a worker; the worker sends it back once it has it, and before it reads. */
export interface PassedConnection {
  connection: number
}
