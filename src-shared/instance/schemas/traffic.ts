import { z } from 'zod'

/** Outcomes of requests: 2xx and 3xx, 4xx, 5xx. */
export const TRAFFIC_GROUPS = ['successful-requests', 'refused-requests', 'failed-requests'] as const
export type TrafficGroup = (typeof TRAFFIC_GROUPS)[number]

export const TRAFFIC_GROUPINGS = ['daily', 'monthly'] as const
export type TrafficGrouping = (typeof TRAFFIC_GROUPINGS)[number]

const dateRange = z.object({ from: z.iso.date(), to: z.iso.date() })
const period = z.string().regex(/^\d{4}-\d{2}(-\d{2})?$/)

/** Builds the schema of figures by metered group, where each period has these figures. */
const metered = <Figures extends z.ZodRawShape>(figures: Figures) =>
  z.object({
    grouping: z.enum(TRAFFIC_GROUPINGS),
    dateRange,
    apiData: z.array(
      z.object({
        meteredGroup: z.string(),
        dataPoints: z.array(z.object({ period, ...figures })),
      }),
    ),
  })

/** Requests by metered group (docs/contract/instance.md#metered). */
export const MeteredRequests = metered({ requests: z.number().min(0) }).meta({ id: 'meteredRequestsSchema' })

/** Connections by metered group, on average of the period (docs/contract/instance.md#metered). */
export const MeteredConnections = metered({ connections: z.number().min(0) }).meta({
  id: 'meteredConnectionsSchema',
})

/** Requests per second over time, in the form of a query of Prometheus. */
const RequestRates = z
  .object({
    status: z.enum(['success', 'failure']),
    data: z.object({
      resultType: z.enum(['matrix', 'vector', 'scalar', 'string']),
      result: z.array(
        z.object({
          metric: z.object({ endpoint: z.string() }),
          values: z.array(z.array(z.union([z.number(), z.string()]))),
        }),
      ),
    }),
  })
  .meta({ id: 'requestsPerSecondSchema' })

export const RequestsPerSecond = z
  .object({ clientMetrics: RequestRates, adminMetrics: RequestRates })
  .meta({ id: 'requestsPerSecondSegmentedSchema' })
export type RequestsPerSecond = z.output<typeof RequestsPerSecond>

/** Requests by the part of the API that they were sent to, and by day or month (docs/contract/instance.md#traffic). */
export const Traffic = z
  .object({
    grouping: z.enum(TRAFFIC_GROUPINGS),
    dateRange,
    apiData: z.array(
      z.object({
        apiPath: z.string(),
        dataPoints: z.array(
          z.object({
            /** `2026-11-21`, or `2026-11`. */
            period: z.string(),
            trafficTypes: z.array(z.object({ group: z.enum(TRAFFIC_GROUPS), count: z.int().min(1) })),
          }),
        ),
      }),
    ),
  })
  .meta({ id: 'trafficDataUsageSchema' })
export type Traffic = z.output<typeof Traffic>
