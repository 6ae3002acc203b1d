import { readFileSync } from 'node:fs'
import path from 'node:path'

/** An exchange with the original 7.6.5, recorded over HTTP. */
export interface Exchange {
  /** Unique in its group; cited as `<group>/<name>`. */
  name: string
  /** Caller: nobody, a session, or an API token. */
  auth: Person | { token: string }
  method: string
  path: string
  headers?: Record<string, string>
  body?: unknown
  /** A body that is sent as it stands; it need not be JSON. */
  raw?: string
  answer: RecordedAnswer
}

export type Person = 'none' | 'cookie' | 'cookieViewer' | 'cookieEditor' | 'admin' | 'backend' | 'frontend'

export interface RecordedAnswer {
  status: number
  headers?: Record<string, string>
  json?: unknown
  /** JSON Pointer of the innermost part that the recording cuts off: this part and those around it had more. */
  openAt?: string
  text?: string
  /** The recording has only the beginning of `text`. */
  cut?: boolean
  empty?: boolean
  html?: boolean
  gzip?: boolean
}

/** The groups in the order of the recording: later exchanges depend on earlier ones. */
export const GROUPS = [
  'routing',
  'authentication',
  'projects',
  'environments',
  'api-tokens',
  'flag-types',
  'flags',
  'strategies',
  'variants',
  'tags',
  'segments',
  'context-fields',
  'strategy-types',
  'integrations',
  'users',
  'passwords-and-tokens',
  'flag-relations',
  'archive',
  'search',
  'playground',
  'client-api',
  'frontend-api',
  'metrics',
  'events',
  'transfer',
  'instance',
  'maintenance',
  'enterprise-paths',
  'removed-paths',
  'evaluation',
  'logout',
  'rate-limits',
] as const

/** Reads the exchanges of a group, in their order. */
export function readGroup(group: string): Exchange[] {
  const text = readFileSync(path.join(import.meta.dirname, `${group}.json`), 'utf8')
  return (JSON.parse(text) as { exchanges: Exchange[] }).exchanges
}
