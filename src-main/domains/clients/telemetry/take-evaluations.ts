import { compositeKey } from '#shared/composite-key.ts'
import { findFlags, reachOf } from '#domains/flags/metrics/metrics.store.ts'
import { hourOf } from '#domains/flags/metrics/feature-metrics.read-model.ts'
import { nameOf, type TokenScope } from '#kernel/caller.ts'
import type { QueryContext } from '#kernel/use-case.ts'
import { inSteps } from '#runtime/in-steps.ts'
import { reporterOf } from '#runtime/report-allowance.ts'
import { groupRows } from '#store/group-rows.ts'
import type { MetricsServices } from '../client-api/take-metrics.ts'
import type { ReportedEvaluation } from '../evaluation-log/reported-evaluation.ts'
import { UNNAMED_APP } from '../remote-evaluation/remote-usage.ts'
import type { FoundEvaluations, SentEvaluation } from './find-evaluations.ts'

const DAY_MS = 86_400_000
/** Results in one entry of the log. */
const MAX_RESULTS = 50

/** Records whose evaluations were not taken, with the reasons. */
export interface Rejection {
  readonly count: string
  readonly errorMessage: string
}

/**
 * Notes evaluations of an SDK in the evaluation log, and names that no flag has among the unknown flags. Evaluations of flags
 * beyond the token's projects are ignored. They do not count as rejected: that would say that these flags exist.
 */
export async function takeEvaluations(
  services: MetricsServices,
  context: QueryContext,
  { evaluations, rejected, problems }: FoundEvaluations,
): Promise<Rejection | undefined> {
  const { clientApi } = services
  const scope = await clientApi.scopeOf(context)
  const names = [...new Set(evaluations.map(({ flag }) => flag))]
  const flags = new Map((await findFlags(context.everything, names)).map((flag) => [flag.name, flag]))
  const isInReach = reachOf(scope.projects)
  const taken = evaluations.filter(({ flag }) => {
    const known = flags.get(flag)
    return !known || isInReach(known.project)
  })
  const unknown = taken.filter(({ flag }) => flags.get(flag)?.isArchived ?? true)
  await noteUnknown(services, context, scope, unknown)
  const projectOf = (flag: string) => flags.get(flag)?.project ?? null
  const { environment, projects } = scope
  await inSteps(groupRows(taken, keyOf).values(), (group) => {
    const [{ appName, contextId } = {}] = group
    for (const { count, reported } of entriesOf(group, projectOf))
      clientApi.log.note({
        kind: 'reported',
        at: timeOf(group, context.now),
        appName,
        tokenName: nameOf(context.caller.actor),
        environment,
        projects,
        status: 200,
        context: contextId === undefined ? {} : { properties: { targetingKey: contextId } },
        revision: clientApi.configuration.revisionOf(environment),
        reported,
        count,
      })
  })
  return rejected === 0 ? undefined : { count: String(rejected), errorMessage: problems.join(' ') }
}

const keyOf = ({ appName = '', contextId = '' }: SentEvaluation) => compositeKey(appName, contextId)

/** Adds names that no flag has to those of reported metrics, without counts: SDKs report these themselves. */
async function noteUnknown(
  { metricsBuffer }: MetricsServices,
  { caller: { actor }, now }: QueryContext,
  scope: TokenScope,
  unknown: readonly SentEvaluation[],
): Promise<void> {
  if (unknown.length === 0) return
  const flags = unknown.map(({ flag, appName = UNNAMED_APP }) => ({
    featureName: flag,
    appName,
    environment: scope.environment,
    hour: hourOf(now),
    yes: 0,
    no: 0,
    variants: undefined,
  }))
  await metricsBuffer.add({ flags, impactMetrics: [], reporter: reporterOf(actor), scope, now })
}

/** Makes entries of the evaluations for one context: each result once, with how often the most frequent of them came. */
function entriesOf(
  group: readonly SentEvaluation[],
  projectOf: (flag: string) => string | null,
): { count: number; reported: ReportedEvaluation[] }[] {
  const results = groupRows(
    group.map((sent) => toResult(sent, projectOf(sent.flag))),
    JSON.stringify,
  )
  const equal = [...results.values()]
  return Array.from({ length: Math.ceil(equal.length / MAX_RESULTS) }, (_, entry) => {
    const own = equal.slice(entry * MAX_RESULTS, (entry + 1) * MAX_RESULTS)
    return {
      count: Math.max(...own.map(({ length }) => length)),
      reported: own.flatMap(([first]) => first ?? []),
    }
  })
}

const toResult = (
  { flag, variant, value, enabled, reason, error, provider }: SentEvaluation,
  project: string | null,
): ReportedEvaluation => ({ flag, project, variant, value, enabled, reason, error, provider })

/** Latest time of the sender. A clock that is ahead, or far behind, does not count: the time of the report does. */
function timeOf(group: readonly SentEvaluation[], now: Date): Date {
  const latest = Math.max(...group.map(({ at = 0 }) => at))
  const isPlausible = latest <= now.getTime() && latest > now.getTime() - DAY_MS
  return isPlausible ? new Date(latest) : now
}
