import { z } from 'zod'
import { Content, MANY, withMost } from '../../schemas/bounded.ts'

/** Reasons of the protocol. It has no DEFAULT (flags/evaluation/open-feature.ts). */
export const REMOTE_REASONS = ['STATIC', 'TARGETING_MATCH', 'SPLIT', 'DISABLED', 'UNKNOWN'] as const

/** Facts about a flag for telemetry. */
const RemoteMetadata = z.record(z.string(), z.union([z.boolean(), z.string(), z.number()]))

/** A flag as the OpenFeature Remote Evaluation Protocol answers it. Without a value the default in the code applies. */
export const RemoteEvaluation = z
  .object({
    key: z.string(),
    value: z.unknown().optional(),
    reason: z.enum(REMOTE_REASONS),
    variant: z.string().optional(),
    metadata: RemoteMetadata,
  })
  .meta({ id: 'ofrepEvaluationSchema' })
export type RemoteEvaluation = z.output<typeof RemoteEvaluation>

/** Error of one flag within the answer for all of them. */
export const RemoteFailure = z
  .object({
    key: z.string(),
    errorCode: z.enum(['PARSE_ERROR', 'TARGETING_KEY_MISSING', 'INVALID_CONTEXT', 'GENERAL']),
    errorDetails: z.string(),
    metadata: RemoteMetadata,
  })
  .meta({ id: 'ofrepEvaluationFailureSchema' })
export type RemoteFailure = z.output<typeof RemoteFailure>

/** Stream of changes. Without an origin it is below the address that the provider knows. */
const RemoteEventStream = z
  .object({ type: z.literal('sse'), endpoint: z.object({ requestUri: z.string() }) })
  .meta({ id: 'ofrepEventStreamSchema' })

export const RemoteEvaluations = z
  .object({
    flags: z.array(z.union([RemoteEvaluation, RemoteFailure])),
    eventStreams: z.array(RemoteEventStream).optional(),
  })
  .meta({ id: 'ofrepBulkEvaluationSchema' })

/** Context of OpenFeature: a targeting key, and any further fields. */
const RemoteContext = withMost(z.object({ targetingKey: Content.optional() }).catchall(z.unknown()), MANY)

export const RemoteRequest = z
  .object({ context: RemoteContext.optional() })
  .meta({ id: 'ofrepEvaluationRequestSchema' })
