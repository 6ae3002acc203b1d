import { z } from 'zod'

import { Instant, InstantInput } from '../../schemas/scalars.ts'
import { ALL, MANY, mapOf, ReportedName } from '../../schemas/bounded.ts'

const Count = z.number().min(0).max(Number.MAX_SAFE_INTEGER)
const name = z.string().min(1).max(200)

const Latency = z.object({ avg: Count, count: Count, p99: Count }).meta({ id: 'edgeLatencyMetricsSchema' })
const latencies = mapOf(ReportedName, Latency.nullable(), MANY)
const EndpointTraffic = z
  .object({ requests200: Count.optional(), requests304: Count.optional() })
  .meta({ id: 'edgeEndpointTrafficSchema' })

const Consumption = z
  .object({
    meteredGroup: name,
    dataPoints: z
      .array(
        z
          .object({ interval: z.array(z.int().min(0)).min(2).max(2), requests: Count })
          .meta({ id: 'consumptionDataPointSchema' }),
      )
      .max(1000),
  })
  .meta({ id: 'meteredGroupConsumptionSchema' })

/** A report of Edge about itself; `connectedEdges`: those behind it (docs/contract/clients.md#edge-metrics). */
export const EdgeInstanceData = z
  .object({
    identifier: name,
    appName: name,
    region: z.string().max(200).nullish(),
    edgeVersion: z.string().max(200),
    processMetrics: z.object({ cpuUsage: Count, memoryUsage: Count }).nullish(),
    started: InstantInput,
    traffic: z.object({
      get: latencies,
      post: latencies,
      accessDenied: latencies,
      cachedResponses: latencies,
    }),
    latencyUpstream: z.object({ features: Latency, metrics: Latency, edge: Latency }),
    connectedStreamingClients: Count,
    get connectedEdges() {
      return z.array(EdgeInstanceData).max(100)
    },
    requestsSinceLastReport: mapOf(ReportedName, EndpointTraffic, MANY).optional(),
    connectionConsumptionSinceLastReport: z
      .object({ features: z.array(Consumption).max(100), metrics: z.array(Consumption).max(100) })
      .optional(),
    requestConsumptionSinceLastReport: z
      .array(z.object({ meteredGroup: name, requests: Count }))
      .max(100)
      .optional(),
    hosting: z.enum(['hosted', 'self-hosted', 'enterprise-self-hosted']).optional(),
    apiKeyRevisionIds: z
      .array(
        z.object({
          environment: ReportedName,
          projects: z.array(ReportedName).max(ALL),
          revisionId: Count,
          lastUpdated: InstantInput.optional(),
        }),
      )
      .max(MANY)
      .nullish(),
  })
  .meta({ id: 'edgeInstanceDataSchema' })
export type EdgeInstanceData = z.output<typeof EdgeInstanceData>

/** An instance of Edge by its last report, as the window shows it. */
export const EdgeInstance = z.object({
  identifier: z.string(),
  appName: z.string(),
  environment: z.string(),
  region: z.string().nullable(),
  version: z.string(),
  hosting: z.string().nullable(),
  startedAt: Instant,
  seenAt: Instant,
  streamingClients: z.number(),
  edgesBehind: z.int(),
  /** The instance that told of it, and stands between it and this service; null: none. */
  behind: z.string().nullable(),
  /** Resident memory; null: it does not tell. */
  memoryBytes: z.number().nullable(),
  /** Requests that it answered since the report before; null: it does not tell. */
  requests: z.number().nullable(),
  /** Milliseconds that requests to this instance took, on average. */
  upstreamMs: z.number(),
})
export type EdgeInstance = z.output<typeof EdgeInstance>

/** A token for a content delivery network, without a secret (docs/contract/clients.md#cdn-tokens). */
export const CdnToken = z
  .object({
    tokenName: z.string().min(1).max(200),
    project: ReportedName.optional(),
    environment: ReportedName,
    expiresAt: InstantInput.nullish(),
  })
  .meta({ id: 'cdnApiTokenSchema' })
export type CdnToken = z.output<typeof CdnToken>
