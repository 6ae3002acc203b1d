import {
  environmentOf,
  evaluateFlag,
  explainEvaluation,
  openFeatureReason,
  presentFields,
  type Evaluation,
  type EvaluationContext,
  type EvaluationSources,
} from '#shared/flags/evaluation/index.ts'
import { overridesInWords } from '#shared/flags/overrides/override-words.ts'
import type { Override, PretendedHeaders } from '#shared/flags/schemas/override.ts'
import type { Explanation } from '#shared/insight/schemas/explanation.ts'
import type { Ids } from '#kernel/ids.ts'
import type { QueryContext } from '#kernel/use-case.ts'
import { findFeature } from '#domains/flags/features/features.store.ts'
import {
  readExplainedConfiguration,
  type ExplainedConfiguration,
} from './explained-configuration.read-model.ts'
import { isRecord } from '#shared/own-value.ts'
import { readEnvironmentAt, requireKnown } from '../past/read-environment-at.ts'

/** The context of a call: its fields at the root or among the properties; those that are null are absent. */
export function toContext(sent: Record<string, unknown>, environment: string): EvaluationContext {
  const { userId, sessionId, properties, ...rest } = presentFields(sent)
  return {
    ...rest,
    ...(isRecord(properties) ? { properties: presentFields(properties) } : {}),
    ...(userId === undefined ? {} : { userId: asText(userId) }),
    ...(sessionId === undefined ? {} : { sessionId: asText(sessionId) }),
    environment: environmentOf(sent, environment),
  }
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

export function toEvaluationSources(
  { features, segments }: ExplainedConfiguration,
  { now, ids }: { now: Date; ids: Pick<Ids, 'random'> },
): EvaluationSources {
  return {
    feature: (name) => features.get(name),
    segment: (id) => segments.get(id),
    now,
    random: () => ids.random(),
  }
}

/** Names the audiences of the request that a caller asks about: it comes with a token and a header of its own. */
export const pretendedAudiences = (headers: PretendedHeaders): string[] => [
  ...(headers['x-halyard-as-token'] === undefined ? [] : [`token:${headers['x-halyard-as-token']}`]),
  ...(headers['x-halyard-overlay'] === undefined ? [] : [`header:${headers['x-halyard-overlay']}`]),
]

/** Request that is asked about. */
interface Pretended {
  sent: Record<string, unknown>
  headers: PretendedHeaders
  /** Time of the request; absent: now. */
  at?: string | undefined
}

/** Evaluates a flag in an environment for a context, now or as of a time, and explains the result (issue 02, "Explain"). */
export async function explain(
  context: QueryContext,
  flag: string,
  environment: string,
  { sent, headers, at }: Pretended,
): Promise<Explanation> {
  const audiences = pretendedAudiences(headers)
  const place = { flag, environment, audiences }
  const { configuration, archivedIn } =
    at === undefined ? await readNow(context, place) : await readThen(context, place, at)
  const evaluationContext = toContext(sent, environment)
  const sources = toEvaluationSources(configuration, at === undefined ? context : asOf(context, at))
  const evaluation = evaluateFlag(flag, evaluationContext, sources, { trace: 'full' })
  const feature = configuration.features.get(flag)
  const overrides = feature?.overrides ?? []
  return {
    flag,
    project: feature?.project ?? archivedIn ?? null,
    environment,
    ...(at === undefined ? {} : { at }),
    context: { ...evaluationContext },
    enabled: evaluation.enabled,
    variant: evaluation.variant,
    reason: evaluation.reason,
    outcome: archivedIn === undefined ? outcomeOf(evaluation) : 'archived',
    openFeatureReason: openFeatureReason(evaluation, feature),
    overrides: [...overrides],
    explanation: reasonsInWords(evaluation, {
      overrides,
      archivedIn,
      context: evaluationContext,
      audiences,
    }),
    trace: evaluation.trace,
  }
}

/** A flag with all that decides it. */
interface Explained {
  configuration: ExplainedConfiguration
  /** Project of the flag, if it is archived. */
  archivedIn: string | undefined
}

/** Flag that is asked about, and the audiences of the request. */
interface ExplainedPlace {
  flag: string
  environment: string
  audiences: readonly string[]
}

async function readNow(
  { visible }: QueryContext,
  { flag, environment, audiences }: ExplainedPlace,
): Promise<Explained> {
  const configuration = await readExplainedConfiguration(visible, environment, [flag], audiences)
  const stored = configuration.features.has(flag) ? undefined : await findFeature(visible, flag)
  return { configuration, archivedIn: stored?.project }
}

async function readThen(context: QueryContext, place: ExplainedPlace, at: string): Promise<Explained> {
  const { flag, environment, audiences } = place
  const state = await readEnvironmentAt(context, environment, at, { flags: [flag], audiences })
  requireKnown(state.unknownOf(flag))
  return { configuration: state.toConfiguration(), archivedIn: state.archivedIn(flag) }
}

/** Replaces the instant of a request by another: dates are compared with it. */
export const asOf = ({ ids }: QueryContext, at: string) => ({ ids, now: new Date(at) })

/** Says in sentences why a flag has its result. */
export function reasonsInWords(
  evaluation: Evaluation,
  {
    overrides = [],
    archivedIn,
    context,
    audiences = [],
  }: {
    overrides: readonly Override[] | undefined
    archivedIn: string | undefined
    context: EvaluationContext
    audiences?: readonly string[]
  },
): string[] {
  if (archivedIn !== undefined) return ['Off: it is archived, and SDKs do not get it.']
  return [...explainEvaluation(evaluation), ...overridesInWords(overrides, context, audiences)]
}

export function outcomeOf({ reason, variant }: Evaluation): Explanation['outcome'] {
  switch (reason) {
    case 'unknown-flag':
    case 'disabled':
    case 'no-strategy-matched':
      return reason
    case 'parent-unusable':
    case 'parent-off':
    case 'parent-on':
    case 'parent-variant':
      return 'parent'
    case 'default-strategy-matched':
      return 'project-default-strategy'
    case 'no-strategies':
    case 'strategy-matched':
      return variant.enabled ? 'enabled-with-variant' : 'enabled-without-variant'
  }
}
