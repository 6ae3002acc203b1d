/** Context of an evaluation, as SDKs send it. */
export interface EvaluationContext {
  userId?: string
  sessionId?: string
  remoteAddress?: string
  currentTime?: string
  properties?: Record<string, string>
}

/** Variant of a flag. Without weights, all variants have the same. */
export interface VariantSetting {
  name: string
  /** Per mille. */
  weight?: number
  /** A number, a text, or an object that is sent as JSON. */
  payload?: unknown
}

/** Variant that an override gives. */
export interface VariantOverride {
  variant: string
  payload?: string
}

/** Strategies that an override gives, in place of those of the flag, as in a scenario file. */
export interface StrategiesOverride {
  strategies: readonly object[]
}

/** Value that an override gives. */
export type OverrideValue = boolean | VariantOverride | StrategiesOverride

/** Request of an evaluation, for overrides of tokens and of the header. */
export interface AskedAs {
  /** Header `X-Halyard-Overlay`: overrides for `header:NAME` count. */
  overlay?: string
  /** Secret of a frontend token. Default: that of the instance. */
  token?: string
}

/** State of a flag. `true`: on for everybody; `false`: off. */
export type FlagSetting =
  | boolean
  | {
      /** Default: true. */
      enabled?: boolean
      /** Default: the project of the instance. */
      project?: string
      /** Default: the environment of the tokens. */
      environment?: string
      /** Percentage of users; default: 100. */
      rollout?: number
      /** Conditions, as in a scenario file. */
      constraints?: readonly object[]
      variants?: readonly VariantSetting[]
      /** Complete strategies, as in a scenario file, in place of `rollout`, `constraints` and `variants`. */
      strategies?: readonly object[]
      impressionData?: boolean
    }

/** Options of `startHalyard`. */
export interface HalyardOptions {
  /** Content of the instance: an object, or the text of a scenario file in YAML or JSON. */
  scenario?: object | string
  /** The same, from a file. */
  scenarioFile?: string
  flags?: Record<string, FlagSetting>
  /** Data folder. Default: everything is in memory, and gone with `stop`. */
  folder?: string
  /** Default: any free port. */
  port?: number
  /** Version of the contract to answer as, such as `6`. */
  contract?: string
  /** Environment of the tokens and of `flags`. Default: `development`. */
  environment?: string
  /** Project of `flags`. Default: `default`. */
  project?: string
}

/** Evaluations that SDKs have reported in their metrics. */
export interface Evaluations {
  yes: number
  no: number
  /** Number of evaluations by variant. */
  variants: Record<string, number>
  /** Names of the applications. */
  applications: string[]
}

export interface Impression {
  flag: string
  enabled: boolean
  variant: string | null
  eventType: string
  userId: string | null
  sessionId: string | null
  appName: string | null
  environment: string
  context: Record<string, unknown>
}

export interface Signal {
  id: number
  /** Name of the endpoint; null: it was deleted. */
  endpoint: string | null
  createdAt: string
  payload: unknown
}

/** Time that an assertion waits: SDKs send their reports later. */
export interface Waiting {
  /** Milliseconds; default: 3000. */
  within?: number
}

/** Assertions. Each waits until it holds, and throws an AssertionError if it does not in time. */
export interface Assertions {
  /** SDKs have reported evaluations of a flag. */
  evaluated(
    flag: string,
    expected?: { enabled?: boolean; variant?: string; atLeast?: number } & Waiting,
  ): Promise<Evaluations>
  /** No report of an evaluation arrives within `within` (default: 300). */
  notEvaluated(flag: string, waiting?: Waiting): Promise<void>
  /** An SDK has sent an impression with these properties. */
  impression(expected: Partial<Impression> & Waiting): Promise<Impression>
  /**
   * The expectations of the instance hold, which are in its scenario, or those given (docs/expectations.md). It does not wait.
   * The error names each that fails, with its reasons. Returns how many hold.
   */
  expectations(expectations?: readonly object[]): Promise<number>
  /** A signal has arrived. `payload`: properties that it must have, among others. */
  signal(expected: { endpoint?: string; payload?: unknown } & Waiting): Promise<Signal>
}

/** Flags of the instance. */
export interface TestFlags {
  /** Creates or changes a flag. It counts from the next poll of an SDK. */
  set(name: string, setting: FlagSetting): Promise<void>
  /** Several flags in one write. */
  setAll(flags: Record<string, FlagSetting>): Promise<void>
  /**
   * Gives a flag another value for some, without a change of it (docs/overrides.md). null: the value of the flag again.
   * `audience`: `everybody`, `user:7`, `session:abc`, `application:web`, `token:NAME`, or `header:NAME` for requests with
   * `X-Halyard-Overlay: NAME`; default: everybody.
   */
  override(name: string, value: OverrideValue | null, audience?: string): Promise<void>
  /** Result of an evaluation, without an SDK. */
  isEnabled(name: string, context?: EvaluationContext, as?: AskedAs): Promise<boolean>
  /** Name of the variant; undefined: the flag is off, or has no variants. */
  variant(name: string, context?: EvaluationContext, as?: AskedAs): Promise<string | undefined>
}

/** Feature-flag service of a test. */
export interface TestHalyard {
  /** Such as `http://127.0.0.1:41731`. */
  readonly url: string
  readonly tokens: { readonly admin: string; readonly backend: string; readonly frontend: string }
  /** Options of `initialize` and `startUnleash` of `unleash-client`. */
  readonly nodeSdk: {
    url: string
    appName: string
    customHeaders: Record<string, string>
    refreshInterval: number
    metricsInterval: number
    disableMetrics: boolean
  }
  /** Options of `UnleashClient` of `unleash-proxy-client`. */
  readonly browserSdk: {
    url: string
    appName: string
    clientKey: string
    refreshInterval: number
    metricsInterval: number
  }
  readonly flags: TestFlags
  readonly assert: Assertions
  /** Applies a scenario: an object, or the text of a scenario file, whose name errors have. All of it, or nothing. */
  apply(scenario: object | string, file?: string): Promise<void>
  /**
   * Keeps the configuration: flags, projects, tokens and the like, under a name (default: `test`). Evaluations, impressions and
   * signals are no part of it.
   */
  snapshot(name?: string): Promise<void>
  /** Makes the configuration what it was at the snapshot. */
  restore(name?: string): Promise<void>
  evaluations(flag: string): Promise<Evaluations>
  /** The latest impressions, newest first, at most 1,000. */
  impressions(flag?: string): Promise<Impression[]>
  /** The latest signals, newest first, at most 100. */
  signals(endpoint?: string): Promise<Signal[]>
  /** Calls the Admin API. Throws for a status from 400. */
  admin(method: string, path: string, body?: unknown): Promise<unknown>
  stop(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
