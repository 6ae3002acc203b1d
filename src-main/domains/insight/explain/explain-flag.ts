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
import type { PretendedHeaders } from '#shared/flags/schemas/override.ts'
import { overridesInWords } from '#shared/flags/overrides/override-words.ts'
import type { Explanation } from '#shared/insight/schemas/explanation.ts'
import type { QueryContext } from '#kernel/use-case.ts'
import { findFeature } from '#domains/flags/features/features.store.ts'
import {
  readExplainedConfiguration,
  type ExplainedConfiguration,
} from './explained-configuration.read-model.ts'
import { isRecord } from '#shared/own-value.ts'

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
  { now, ids }: QueryContext,
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

/** Evaluates a flag in an environment for a context, and explains the result (issue 02, "Explain"). */
export async function explain(
  context: QueryContext,
  flag: string,
  environment: string,
  { sent, headers }: { sent: Record<string, unknown>; headers: PretendedHeaders },
): Promise<Explanation> {
  const audiences = pretendedAudiences(headers)
  const evaluated = await readExplainedConfiguration(context.visible, environment, [flag], audiences)
  const evaluationContext = toContext(sent, environment)
  const evaluation = evaluateFlag(flag, evaluationContext, toEvaluationSources(evaluated, context), {
    trace: 'full',
  })
  const feature = evaluated.features.get(flag)
  const overrides = feature?.overrides ?? []
  const stored = feature ? undefined : await findFeature(context.visible, flag)
  const explanation = stored
    ? ['Off: it is archived, and SDKs do not get it.']
    : [...explainEvaluation(evaluation), ...overridesInWords(overrides, evaluationContext, audiences)]
  return {
    flag,
    project: feature?.project ?? stored?.project ?? null,
    environment,
    context: { ...evaluationContext },
    enabled: evaluation.enabled,
    variant: evaluation.variant,
    reason: evaluation.reason,
    outcome: stored ? 'archived' : outcomeOf(evaluation),
    openFeatureReason: openFeatureReason(evaluation, feature),
    overrides: [...overrides],
    explanation,
    trace: evaluation.trace,
  }
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
