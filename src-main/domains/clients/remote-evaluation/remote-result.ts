import { remoteReason, type EvaluatedFeature, type Evaluation } from '#shared/flags/evaluation/index.ts'
import type { ClientFeature } from '#shared/clients/schemas/client.ts'
import type { RemoteEvaluation, RemoteFailure } from '#shared/clients/schemas/remote-evaluation.ts'

/** A flag as SDKs get it. Flags of tests may know less. */
export type EvaluatedClientFeature = EvaluatedFeature &
  Partial<Pick<ClientFeature, 'project' | 'type' | 'impressionData'>>

/** A flag in an answer of the OpenFeature Remote Evaluation Protocol. */
export type RemoteResult = RemoteEvaluation | RemoteFailure

type Value = { value?: unknown } | { problem: string }

/**
 * Converts an evaluation. A payload gives the value its type. A flag with payloads that gives none has no value, so that the
 * default in the code applies: false would be of another type (ADR 53).
 */
export function remoteResult(evaluation: Evaluation, feature: EvaluatedClientFeature): RemoteResult {
  const { name: key, enabled, variant, reason } = evaluation
  const found = valueOf(evaluation, feature)
  const metadata = { enabled, reason, ...factsOf(feature) }
  if ('problem' in found) return { key, errorCode: 'PARSE_ERROR', errorDetails: found.problem, metadata }
  return {
    key,
    ...found,
    reason: remoteReason(evaluation, feature),
    ...(variant.enabled ? { variant: variant.name } : {}),
    metadata,
  }
}

/** Makes the error of a flag whose result is a matter of chance without a user or session. */
export function missingKey(feature: EvaluatedClientFeature): RemoteFailure {
  return {
    key: feature.name,
    errorCode: 'TARGETING_KEY_MISSING',
    errorDetails: `The flag "${feature.name}" is on for a part of the users, or divides them. Send a targetingKey in the context.`,
    metadata: factsOf(feature),
  }
}

/** Checks whether a flag is meant to be random: it then needs no targeting key. */
export const isRandom = ({ strategies, variants = [] }: EvaluatedFeature): boolean =>
  [...variants, ...strategies.flatMap(({ variants: own = [] }) => own)].some(
    ({ stickiness }) => stickiness === 'random',
  ) ||
  strategies.some(
    ({ name, parameters = {} }) => name === 'gradualRolloutRandom' || parameters['stickiness'] === 'random',
  )

function factsOf({ project, type, impressionData }: EvaluatedClientFeature): RemoteFailure['metadata'] {
  return {
    ...(project === undefined ? {} : { project }),
    ...(type === undefined ? {} : { type }),
    impressionData: impressionData ?? false,
  }
}

function valueOf({ enabled, variant }: Evaluation, feature: EvaluatedFeature): Value {
  const { payload } = variant
  if (!payload) return hasPayloads(feature) ? {} : { value: enabled }
  const { type, value } = payload
  if (type === 'number') return numberOf(value, variant.name)
  return type === 'json' ? jsonOf(value, variant.name) : { value }
}

const hasPayloads = ({ variants = [], strategies }: EvaluatedFeature): boolean =>
  [...variants, ...strategies.flatMap(({ variants: own = [] }) => own)].some(({ payload }) => payload)

function numberOf(text: string, variant: string): Value {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(value)
    ? { value }
    : { problem: `The payload of the variant "${variant}" is not a number.` }
}

/** The protocol has objects and single values, and no lists. */
function jsonOf(text: string, variant: string): Value {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { problem: `The payload of the variant "${variant}" is not JSON.` }
  }
  return value === null || Array.isArray(value)
    ? {
        problem: `The payload of the variant "${variant}" is a JSON ${value === null ? 'null' : 'list'}. OpenFeature has objects, texts, numbers and booleans: put it into an object.`,
      }
    : { value }
}
