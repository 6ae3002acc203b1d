import { flagsBeyond } from '#domains/flags/metrics/metrics.store.ts'
import { textOf } from '#runtime/long-text.ts'
import { reporterOf } from '#runtime/report-allowance.ts'
import { mutation, preparedMutation, query, type QueryContext } from '#kernel/use-case.ts'
import * as impressionsContract from '#shared/clients/contract/impressions.ts'
import type { Impression, ImpressionInput } from '#shared/clients/schemas/impression.ts'
import {
  environmentOf,
  evaluateFlag,
  presentFields,
  type EvaluationContext,
  type EvaluationSources,
  type EvaluatedSegment,
} from '#shared/flags/evaluation/index.ts'
import { toTimeline } from '#shared/impression-timeline.ts'
import { toJson } from '#store/json.ts'
import { notFound } from '#kernel/app-error.ts'
import * as evaluationLogContract from '#shared/clients/contract/evaluation-log.ts'
import type { ClientApi } from '../client-api/client-api.ts'
import {
  countByMinute,
  readImpressionsInSteps,
  readSessions,
  searchImpressions,
  deleteImpressions,
  insertImpressions,
} from '../impressions/impressions.read-model.ts'
import { lintImpression } from '../impressions/lint-impression.ts'
import type { EvaluationLog } from '../evaluation-log/evaluation-log.ts'
import type { EnvironmentConfiguration } from '../client-api/client-configuration.ts'

/** Builds the sources in which a configuration's flags are evaluated here, by the rules of SDKs. */
function evaluationSourcesOf(
  configuration: EnvironmentConfiguration,
  { now, ids }: QueryContext,
): EvaluationSources {
  const segments = segmentsOf(configuration)
  return {
    feature: (name) => configuration.features.get(name)?.feature,
    segment: (id) => segments.get(id),
    now,
    random: () => ids.random(),
  }
}

/** Once for each configuration, which never changes. */
const bySegmentId = new WeakMap<EnvironmentConfiguration, ReadonlyMap<number, EvaluatedSegment>>()

function segmentsOf(configuration: EnvironmentConfiguration): ReadonlyMap<number, EvaluatedSegment> {
  const known = bySegmentId.get(configuration)
  if (known) return known
  const segments = new Map(configuration.segments.map((segment) => [segment.id, segment]))
  bySegmentId.set(configuration, segments)
  return segments
}

/**
 * Takes impressions in, each with its warnings and the reason of its flag's state. Those of flags beyond the token's
 * projects, or hidden from the user, are ignored, and so are those beyond the allowance of the sender.
 */
export const recordImpressions = ({ clientApi }: { clientApi: ClientApi }) =>
  preparedMutation(
    impressionsContract.recordImpressions,
    async (context, { body, headers }) => {
      const sent = Array.isArray(body) ? body : [body]
      const scope = await clientApi.scopeOf(context)
      const names = sent.map((event) => event.featureName)
      const beyond = await flagsBeyond(context.everything, names, scope.projects)
      const events = sent.filter((event) => !beyond.has(event.featureName))
      const { actor } = context.caller
      const configuration = await clientApi.viewFor(scope.environment, { actor, headers })
      const sources = evaluationSourcesOf(configuration, context)
      const reporter = reporterOf(context.caller.actor)
      const impressions = events.map((event) => {
        const evaluated = toContext(event, scope.environment)
        const { environment, projects } = scope
        clientApi.seen.note({
          environment,
          projects,
          context: evaluated,
          origin: 'one-flag',
          reporter,
          at: context.now,
        })
        return toImpression(
          event,
          evaluated,
          sources,
          context,
          (name) => configuration.features.get(name)?.feature.impressionData,
        )
      })
      return impressions.filter((one) =>
        clientApi.allowance.admits(reporter, 'impression', Buffer.byteLength(toJson(one))),
      )
    },
    ({ everything }, _request, impressions) => insertImpressions(everything, impressions),
  )

function toImpression(
  event: ImpressionInput,
  context: EvaluationContext,
  sources: EvaluationSources,
  { now }: QueryContext,
  impressionDataOf: (flag: string) => boolean | undefined,
): Omit<Impression, 'id'> {
  const sent = event.context ?? {}
  const { enabled, variant, reason } = evaluateFlag(event.featureName, context, sources, { trace: 'none' })
  const impressionData = impressionDataOf(event.featureName)
  const known =
    impressionData === undefined
      ? undefined
      : { impressionData, enabled, variant: variant.enabled ? variant.name : null }
  return {
    receivedAt: now.toISOString(),
    eventType: event.eventType ?? '',
    eventId: event.eventId ?? '',
    featureName: event.featureName,
    enabled: event.enabled ?? false,
    variant: event.variant ?? null,
    sessionId: context.sessionId ?? null,
    userId: context.userId ?? null,
    appName: typeof sent['appName'] === 'string' ? sent['appName'] : null,
    environment: context.environment ?? '',
    context: sent,
    reason,
    warnings: lintImpression(event, known),
  }
}

function toContext({ context }: ImpressionInput, environment: string): EvaluationContext {
  const sent = context ?? {}
  return {
    ...presentFields(sent),
    environment: environmentOf(sent, environment),
    ...textField(sent, 'userId'),
    ...textField(sent, 'sessionId'),
  }
}

/** Sessions are numbers in the document, texts in the SDKs. */
function textField(context: Record<string, unknown>, field: 'userId' | 'sessionId') {
  const value = context[field]
  return typeof value === 'string' || typeof value === 'number'
    ? { [field]: String(value) }
    : { [field]: undefined }
}

const DEFAULT_LIMIT = 100

const MAX_LIMIT = 1000

export const getImpressions = query(
  impressionsContract.getImpressions,
  ({ visible }, { query: { offset, limit, sortOrder, ...filter } }) => {
    const count = Number(limit ?? DEFAULT_LIMIT)
    return searchImpressions(visible, filter, {
      offset: /^\d{1,9}$/.test(offset ?? '') ? Number(offset) : 0,
      limit: Number.isInteger(count) && count >= 1 && count <= MAX_LIMIT ? count : DEFAULT_LIMIT,
      order: sortOrder ?? 'desc',
    })
  },
)

export const getImpressionSessions = query(
  impressionsContract.getImpressionSessions,
  async ({ visible }) => ({
    sessions: await readSessions(visible),
  }),
)

export const getImpressionTimeline = query(
  impressionsContract.getImpressionTimeline,
  async ({ visible }, { query: filter }) => toTimeline(await countByMinute(visible, filter)),
)

const MAX_EXPORTED = 100_000

const COLUMNS = [
  'receivedAt',
  'sessionId',
  'userId',
  'appName',
  'environment',
  'featureName',
  'eventType',
  'enabled',
  'variant',
  'reason',
  'eventId',
  'context',
  'warnings',
] as const satisfies (keyof Impression)[]

/** One JSON object a line. */
const toNdjson = (impressions: readonly Impression[]) =>
  impressions.map((one) => `${JSON.stringify(one)}\n`).join('')

const LINE = '\r\n'

const CSV_HEADER = `${COLUMNS.join(',')}${LINE}`

/** Lines of RFC 4180; what could be taken for a formula by a spreadsheet is made text. */
const toCsv = (impressions: readonly Impression[]) =>
  impressions.map((one) => `${COLUMNS.map((column) => toCell(one[column])).join(',')}${LINE}`).join('')

function toCell(value: Impression[keyof Impression]): string {
  const text = value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Written in steps: a hundred thousand impressions hold nobody up. */
export const exportImpressions = query(
  impressionsContract.exportImpressions,
  async ({ visible }, { query: { format, ...filter } }) => {
    const parts = format === 'csv' ? [CSV_HEADER] : []
    for await (const impressions of readImpressionsInSteps(visible, filter, MAX_EXPORTED))
      parts.push(format === 'csv' ? toCsv(impressions) : toNdjson(impressions))
    return textOf(parts)
  },
)

export const clearImpressions = mutation(impressionsContract.clearImpressions, ({ everything }) =>
  deleteImpressions(everything),
)

export const getEvaluationLog = ({ evaluationLog }: { evaluationLog: EvaluationLog }) =>
  query(evaluationLogContract.getEvaluationLog, async ({ hidden }) => {
    await evaluationLog.findOverridden()
    return { calls: evaluationLog.list(hidden) }
  })

export const getEvaluationLogCall = ({ evaluationLog }: { evaluationLog: EvaluationLog }) =>
  query(evaluationLogContract.getEvaluationLogCall, async ({ hidden }, { params: { id } }) => {
    const call = await evaluationLog.explain(id, hidden)
    if (!call) throw notFound(`The evaluation log has no call ${id}, or no longer`)
    return call
  })
