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

/** Types of the values of flags, as OpenFeature's command line knows them. */
export const MANIFEST_TYPES = ['boolean', 'string', 'integer', 'float', 'object'] as const
export type ManifestType = (typeof MANIFEST_TYPES)[number]

/** A flag for generators of code: the type that its evaluation has, and the value until there is one. */
export const ManifestFlag = z
  .object({
    key: z.string(),
    name: z.string(),
    type: z.enum(MANIFEST_TYPES),
    description: z.string().nullable(),
    defaultValue: z.union([z.boolean(), z.string(), z.number(), z.record(z.string(), z.unknown())]),
  })
  .meta({ id: 'manifestFlagSchema' })
export type ManifestFlag = z.output<typeof ManifestFlag>

/** Flags for OpenFeature's command line: its "Manifest Management API", version 0.1.0. */
export const FlagManifest = z.object({ flags: z.array(ManifestFlag) }).meta({ id: 'manifestSchema' })
