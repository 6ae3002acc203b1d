/**
 * Input of an evaluation: flags in the shape that SDKs get (docs/contract/clients.md#client-features), in one
 * environment.
 */
export interface EvaluatedConstraint {
  contextName: string
  operator: string
  values?: readonly string[]
  value?: string
  inverted?: boolean
  caseInsensitive?: boolean
}

export interface EvaluatedPayload {
  type: string
  value: string
}

export interface EvaluatedVariant {
  name: string
  weight: number
  stickiness?: string
  payload?: EvaluatedPayload
  overrides?: readonly { contextName: string; values: readonly string[] }[]
}

export interface EvaluatedStrategy {
  name: string
  parameters?: Readonly<Record<string, string>>
  constraints?: readonly EvaluatedConstraint[]
  segments?: readonly number[]
  variants?: readonly EvaluatedVariant[]
  /** Id, if the strategy comes from the service itself. SDKs do not get it. */
  id?: string
  title?: string | null
  disabled?: boolean
  /** Stands in for a strategy of the flag's own: the default strategy of its project. */
  isProjectDefault?: boolean
}

export interface EvaluatedFeature {
  name: string
  enabled: boolean
  strategies: readonly EvaluatedStrategy[]
  variants?: readonly EvaluatedVariant[]
  dependencies?: readonly { feature: string; enabled?: boolean; variants?: readonly string[] }[]
}

export interface EvaluatedSegment {
  id: number
  name?: string
  constraints: readonly EvaluatedConstraint[]
}

/** Context of an evaluation: standard fields, and custom fields among `properties`. */
export interface EvaluationContext {
  userId?: string
  sessionId?: string
  remoteAddress?: string
  environment?: string
  appName?: string
  /** ISO-8601; absent: now. */
  currentTime?: string
  properties?: Readonly<Record<string, unknown>>
  [field: string]: unknown
}

/** Data that an evaluation needs beyond the flag. Time and randomness come from the caller. */
export interface EvaluationSources {
  feature(name: string): EvaluatedFeature | undefined
  segment(id: number): EvaluatedSegment | undefined
  now: Date
  /** Returns a random number in [0, 1). */
  random(): number
  /** For the strategy applicationHostname. */
  hostname?: string
}
