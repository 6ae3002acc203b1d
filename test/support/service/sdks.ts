import type { EventEmitter } from 'node:events'
import { createRequire } from 'node:module'
import path from 'node:path'

import { makeTempFolder } from '../runner/temp-folder.ts'

/** API common to all major versions of the Node SDK: each is the real package, under its own name. */
interface NodeSdk {
  on(event: string, listener: (value: unknown) => void): unknown
  once(event: string, listener: (value: unknown) => void): unknown
  isEnabled(name: string, context?: object): boolean
  getVariant(name: string, context?: object): { name: string; enabled: boolean }
  getFeatureToggleDefinitions(): { name: string }[]
  destroy(): void
  /** Emitter of polling events. */
  repository: EventEmitter
}
type NodeSdkClass = new (options: object) => NodeSdk

/** Packages pinned by package.json, by major version. */
const PACKAGES = {
  3: 'unleash-client-3',
  4: 'unleash-client-4',
  5: 'unleash-client-5',
  6: 'unleash-client',
} as const
export type SdkMajor = keyof typeof PACKAGES
export const SDK_MAJORS = [3, 4, 5, 6] as const satisfies readonly SdkMajor[]

const load = createRequire(import.meta.url)

/** Loads the SDK of a major version. */
export const loadSdk = (major: SdkMajor): NodeSdkClass =>
  (load(PACKAGES[major]) as { Unleash: NodeSdkClass }).Unleash

/** Running SDK, with the events it emitted. */
export interface RunningSdk {
  sdk: NodeSdk
  appName: string
  /** Names of its events, in order; for `error` and `warn`, the messages. */
  events: string[]
  problems: string[]
  stop: () => void
}

const EVENTS = ['registered', 'synchronized', 'changed', 'unchanged', 'sent']

/**
 * Starts an SDK as an application would. It polls and reports five times a second, and keeps its copy in its
 * own folder.
 */
export function startSdk(
  major: SdkMajor,
  {
    url,
    appName,
    token,
    headers = {},
  }: { url: string; appName: string; token?: string; headers?: Record<string, string> },
): RunningSdk {
  const Unleash = loadSdk(major)
  const { folder, remove } = makeTempFolder()
  const sdk = new Unleash({
    appName,
    instanceId: `${appName}-1`,
    url: `${url}/api`,
    refreshInterval: 200,
    metricsInterval: 200,
    backupPath: path.join(folder),
    skipInstanceCountWarning: true,
    ...(token === undefined ? {} : { customHeaders: { Authorization: token, ...headers } }),
  })
  const running: RunningSdk = {
    sdk,
    appName,
    events: [],
    problems: [],
    stop: () => {
      sdk.destroy()
      // a poll in progress would fail without a listener, which is an unhandled rejection
      sdk.repository.on('error', () => undefined)
      remove()
    },
  }
  for (const event of EVENTS) sdk.on(event, () => running.events.push(event))
  for (const event of ['error', 'warn']) sdk.on(event, (problem) => running.problems.push(textOf(problem)))
  return running
}

const textOf = (problem: unknown) => (problem instanceof Error ? problem.message : String(problem))
