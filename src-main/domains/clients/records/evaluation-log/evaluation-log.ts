import {
  evaluateFeature,
  explainEvaluation,
  type EvaluatedSegment,
  type EvaluationContext,
  type World,
} from '../../../../../src-shared/flags/evaluation/index.ts'
import type { ClientFeature } from '../../../../../src-shared/clients/schemas/client.ts'
import type { LoggedCall, LoggedFlag } from '../../../../../src-shared/clients/schemas/evaluation-log.ts'

/**
 * Configuration from which a request was answered. It never changes, so the request can be explained later.
 */
export interface Answered {
  revision: number
  features: ReadonlyMap<string, { feature: ClientFeature }>
  segments: readonly EvaluatedSegment[]
}

/** Facts about a request after its response. */
export interface Call {
  kind: LoggedCall['kind']
  at: Date
  appName: string | undefined
  tokenName: string
  environment: string
  projects: readonly string[]
  status: number
  /** Number of flags that were on; undefined: the SDK evaluates flags itself. */
  enabled?: number
  context?: EvaluationContext
  answered?: Answered
  revision: number
}

const KEPT = 300

/**
 * Latest requests of SDKs, in memory. A request stores only its context and configuration. The explanation of
 * each flag is computed when somebody opens it. Repeated equal requests are counted, not listed.
 */
export class EvaluationLog {
  readonly #calls: (Call & { id: number; count: number })[] = []
  #lastId = 0

  note(call: Call): void {
    const like = this.#calls.slice(-5).find((one) => isLike(one, call))
    if (like) {
      like.count += 1
      like.at = call.at
      return
    }
    this.#calls.push({ ...call, id: ++this.#lastId, count: 1 })
    if (this.#calls.length > KEPT) this.#calls.shift()
  }

  /** Lists the requests, newest first, without the hidden projects. */
  list(hidden: ReadonlySet<string>): LoggedCall[] {
    return this.#calls.map((call) => toLoggedCall(call, hidden)).reverse()
  }

  /**
   * Explains a request with the result of each flag. The results are empty if the request received nothing
   * new.
   */
  explain(id: number, hidden: ReadonlySet<string>): (LoggedCall & { results: LoggedFlag[] }) | undefined {
    const call = this.#calls.find((one) => one.id === id)
    return call && { ...toLoggedCall(call, hidden), results: resultsOf(call, hidden) }
  }
}

const isLike = (a: Call, b: Call) =>
  a.kind === b.kind &&
  a.tokenName === b.tokenName &&
  a.appName === b.appName &&
  a.environment === b.environment &&
  a.status === b.status &&
  a.revision === b.revision &&
  JSON.stringify(a.context) === JSON.stringify(b.context)

const visible = ({ answered, projects }: Call, hidden: ReadonlySet<string>) =>
  [...(answered?.features.values() ?? [])]
    .map(({ feature }) => feature)
    .filter(({ project }) => (projects.includes('*') || projects.includes(project)) && !hidden.has(project))

function toLoggedCall(call: Call & { id: number; count: number }, hidden: ReadonlySet<string>): LoggedCall {
  return {
    id: call.id,
    kind: call.kind,
    at: call.at.toISOString(),
    count: call.count,
    appName: call.appName ?? null,
    tokenName: call.tokenName,
    environment: call.environment,
    revision: call.revision,
    status: call.status,
    flags: visible(call, hidden).length,
    enabled: call.enabled ?? null,
    context: call.context ? { ...call.context } : null,
  }
}

function resultsOf(call: Call, hidden: ReadonlySet<string>): LoggedFlag[] {
  const { context, answered } = call
  if (!context || !answered) return []
  const segments = new Map(answered.segments.map((segment) => [segment.id, segment]))
  const world: World = {
    feature: (name) => answered.features.get(name)?.feature,
    segment: (id) => segments.get(id),
    now: call.at,
    // the random value of that time is unknown; clients that need stable results send a session
    random: () => 0.5,
  }
  return visible(call, hidden).map((feature) => {
    const evaluation = evaluateFeature(feature, context, world, { trace: 'full' })
    return {
      name: feature.name,
      enabled: evaluation.enabled,
      variant: evaluation.variant.enabled ? evaluation.variant.name : null,
      reason: evaluation.reason,
      explanation: explainEvaluation(evaluation),
    }
  })
}
