import type { SmtpTimes } from '#domains/instance/email/smtp.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Guard } from '#kernel/guard.ts'
import type { Ids } from '#kernel/ids.ts'
import type { RecordingLogger } from '#kernel/logger.ts'
import type { OsProtection } from '#kernel/sealer.ts'
import type { Config } from '#settings/config.ts'
import type { OpenOptions, Recovery } from '#store/open-store.ts'
import type { HttpOptions } from '#transport/http/http-options.ts'

/** Options that the service is started with. */
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
  /** The built process that answers SDKs; absent: there can be no workers. */
  workerFile?: string
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
