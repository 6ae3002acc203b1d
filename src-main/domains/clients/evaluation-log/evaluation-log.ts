import {
  evaluateFeature,
  explainEvaluation,
  type Evaluation,
  type EvaluatedSegment,
  type EvaluationContext,
  type EvaluationSources,
} from '#shared/flags/evaluation/index.ts'
import type { ClientFeature } from '#shared/clients/schemas/client.ts'
import type { LoggedCall, LoggedFlag } from '#shared/clients/schemas/evaluation-log.ts'
import { countingOverride } from '#shared/flags/overrides/apply-overrides.ts'
import { overrideInWords } from '#shared/flags/overrides/override-words.ts'
import type { Override } from '#shared/flags/schemas/override.ts'
import { inSteps, mapInSteps } from '#runtime/in-steps.ts'
import { toLoggedFlag, type ReportedEvaluation } from './reported-evaluation.ts'

/** Flag with the overrides that lie over it. */
interface ServedFeature {
  feature: ClientFeature
  overrides?: readonly Override[]
}

/**
 * Configuration from which a request was answered. It never changes, so the request can be explained later.
 */
export interface ServedConfiguration {
  revision: number
  features: ReadonlyMap<string, ServedFeature>
  /** Audiences by token or header whose overrides were laid over the flags; absent: none. */
  audiences?: readonly string[]
  segments: readonly EvaluatedSegment[]
}

/** Facts about a request after its response. */
export interface RequestFacts {
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
  answered?: ServedConfiguration
  revision: number
  /** Evaluations that an SDK made itself, where it reports these. */
  reported?: readonly ReportedEvaluation[]
  /** Number of such requests in a row; absent: one. */
  count?: number
}

/** Entries kept of requests, and as many of reports: neither makes the other leave. */
const MAX_CALLS = 300
/** Evaluations of all reports. */
const MAX_REPORTED = 3000
/** Each one has a map of all flags: while flags change, calls would else keep hundreds of maps alive. */
const MAX_CONFIGURATIONS = 50

interface Call extends RequestFacts {
  id: number
  count: number
  /** Number of flags by project, where the configuration is not kept any more. */
  flagsOfProjects?: ReadonlyMap<string, number>
  /** Projects of the flags whose result an override decided, once they were looked for. */
  overridden?: readonly string[]
}

/**
 * Latest requests of SDKs, in memory. A request stores only its context and configuration. The explanation of
 * each flag is computed when somebody opens it. Repeated equal requests are counted, not listed.
 */
export class EvaluationLog {
  readonly #calls: Call[] = []
  readonly #reports: Call[] = []
  /** Configurations that are kept, the newest last. */
  readonly #configurations = new Set<ServedConfiguration>()
  #lastId = 0

  note(call: RequestFacts): void {
    const calls = call.reported ? this.#reports : this.#calls
    const like = calls.slice(-5).find((one) => isLike(one, call))
    if (like) {
      like.count += call.count ?? 1
      like.at = call.at
      return
    }
    calls.push({ ...call, id: ++this.#lastId, count: call.count ?? 1 })
    while (calls.length > MAX_CALLS || (call.reported && reportedBy(calls) > MAX_REPORTED)) calls.shift()
    if (call.answered) this.#keep(call.answered)
  }

  /** Keeps a configuration, and drops the oldest of too many. Their calls cannot be explained any more. */
  #keep(configuration: ServedConfiguration): void {
    // the newest last
    this.#configurations.delete(configuration)
    this.#configurations.add(configuration)
    if (this.#configurations.size <= MAX_CONFIGURATIONS) return
    const [oldest] = this.#configurations
    if (!oldest) return
    this.#configurations.delete(oldest)
    const flagsOfProjects = countByProject(oldest)
    for (const call of this.#calls) {
      if (call.answered !== oldest) continue
      call.flagsOfProjects = flagsOfProjects
      delete call.answered
    }
  }

  /** Looks for results that overrides decided, in requests that have come since. Once for each, and only when somebody reads. */
  async findOverridden(): Promise<void> {
    await inSteps([...this.#calls], async (call) => {
      call.overridden ??= await overriddenProjects(call)
    })
  }

  /** Lists the requests and reports, newest first, without the hidden projects. A report of hidden flags only is left out. */
  list(hidden: ReadonlySet<string>): LoggedCall[] {
    const reports = this.#reports.filter((call) => countVisible(call, hidden) > 0)
    return [...this.#calls, ...reports]
      .sort((one, other) => other.id - one.id)
      .map((call) => toLoggedCall(call, hidden))
  }

  /**
   * Explains a request with the result of each flag, in steps. The results are empty if the request received nothing
   * new, or if the configuration of that time is not kept any more.
   */
  async explain(
    id: number,
    hidden: ReadonlySet<string>,
  ): Promise<(LoggedCall & { results: LoggedFlag[] }) | undefined> {
    const call = [...this.#calls, ...this.#reports].find((one) => one.id === id)
    if (!call || (call.reported && countVisible(call, hidden) === 0)) return undefined
    call.overridden ??= await overriddenProjects(call)
    return { ...toLoggedCall(call, hidden), results: await resultsOf(call, hidden) }
  }
}

const isLike = (a: RequestFacts, b: RequestFacts) =>
  a.kind === b.kind &&
  a.tokenName === b.tokenName &&
  a.appName === b.appName &&
  a.environment === b.environment &&
  a.status === b.status &&
  a.revision === b.revision &&
  JSON.stringify(a.context) === JSON.stringify(b.context) &&
  JSON.stringify(a.reported) === JSON.stringify(b.reported)

const reportedBy = (calls: readonly Call[]) =>
  calls.reduce((sum, { reported }) => sum + (reported?.length ?? 0), 0)

const isVisible =
  ({ projects }: RequestFacts, hidden: ReadonlySet<string>) =>
  (project: string) =>
    (projects.includes('*') || projects.includes(project)) && !hidden.has(project)

/** Evaluations of flags that are not of a hidden project. Names that no flag has hide nothing. */
const visibleReports = ({ reported = [] }: RequestFacts, hidden: ReadonlySet<string>) =>
  reported.filter(({ project }) => project === null || !hidden.has(project))

function visible(call: RequestFacts, hidden: ReadonlySet<string>): ServedFeature[] {
  const sees = isVisible(call, hidden)
  return [...(call.answered?.features.values() ?? [])].filter(({ feature }) => sees(feature.project))
}

function countByProject({ features }: ServedConfiguration): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { feature } of features.values())
    counts.set(feature.project, (counts.get(feature.project) ?? 0) + 1)
  return counts
}

/** Number of the flags that were answered, of projects that are not hidden. */
function countVisible(call: Call, hidden: ReadonlySet<string>): number {
  if (call.reported) return visibleReports(call, hidden).length
  if (!call.flagsOfProjects) return visible(call, hidden).length
  const sees = isVisible(call, hidden)
  return [...call.flagsOfProjects].reduce((sum, [project, count]) => sum + (sees(project) ? count : 0), 0)
}

function toLoggedCall(call: Call, hidden: ReadonlySet<string>): LoggedCall {
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
    flags: countVisible(call, hidden),
    enabled: call.enabled ?? null,
    overridden: call.overridden?.filter(isVisible(call, hidden)).length ?? null,
    context: call.context ? { ...call.context } : null,
  }
}

function sourcesOf(
  { at }: RequestFacts,
  { features, segments: all }: ServedConfiguration,
): EvaluationSources {
  const segments = new Map(all.map((segment) => [segment.id, segment]))
  return {
    feature: (name) => features.get(name)?.feature,
    segment: (id) => segments.get(id),
    now: at,
    // the random value of that time is unknown; clients that need stable results send a session
    random: () => 0.5,
  }
}

async function resultsOf(call: RequestFacts, hidden: ReadonlySet<string>): Promise<LoggedFlag[]> {
  const { context, answered } = call
  if (call.reported) return visibleReports(call, hidden).map(toLoggedFlag)
  if (!context || !answered) return []
  const sources = sourcesOf(call, answered)
  return mapInSteps(visible(call, hidden), (served) => {
    const { feature } = served
    const evaluation = evaluateFeature(feature, context, sources, { trace: 'full' })
    const override = decidingOverride(served, evaluation, context, answered)
    return {
      name: feature.name,
      enabled: evaluation.enabled,
      variant: evaluation.variant.enabled ? evaluation.variant.name : null,
      value: null,
      decidedBy: 'halyard',
      reason: evaluation.reason,
      explanation: [...explainEvaluation(evaluation), ...(override ? [overrideInWords(override)] : [])],
      override: override?.audience ?? null,
    }
  })
}

/** Finds the override that decided a result. Parents decide before those for some contexts. */
function decidingOverride(
  { overrides }: ServedFeature,
  { reason }: Pick<Evaluation, 'reason'>,
  context: EvaluationContext,
  { audiences = [] }: ServedConfiguration,
): Override | undefined {
  if (!overrides || reason.startsWith('parent')) return undefined
  return countingOverride(overrides, context, audiences)
}

/** Lists the projects of the flags whose result an override decided. Undefined: they are not known any more. */
async function overriddenProjects(call: RequestFacts): Promise<readonly string[] | undefined> {
  const { context, answered } = call
  if (!context || !answered) return undefined
  const served = overriddenOf(answered)
  if (served.length === 0) return []
  const sources = sourcesOf(call, answered)
  const projects: string[] = []
  await inSteps(served, (one) => {
    const evaluation = evaluateFeature(one.feature, context, sources, { trace: 'none' })
    if (decidingOverride(one, evaluation, context, answered)) projects.push(one.feature.project)
  })
  return projects
}

/** Flags with overrides, once for each configuration, which never changes. */
const overriddenIn = new WeakMap<ServedConfiguration, readonly ServedFeature[]>()

function overriddenOf(answered: ServedConfiguration): readonly ServedFeature[] {
  const known = overriddenIn.get(answered)
  if (known) return known
  const found = [...answered.features.values()].filter(({ overrides }) => overrides !== undefined)
  overriddenIn.set(answered, found)
  return found
}
