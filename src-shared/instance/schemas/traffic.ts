import { z } from 'zod'

/** Outcomes of requests: 2xx and 3xx, 4xx, 5xx. */
export const TRAFFIC_GROUPS = ['successful-requests', 'refused-requests', 'failed-requests'] as const
export type TrafficGroup = (typeof TRAFFIC_GROUPS)[number]

export const TRAFFIC_GROUPINGS = ['daily', 'monthly'] as const
export type TrafficGrouping = (typeof TRAFFIC_GROUPINGS)[number]

/** Requests by the part of the API that they were sent to, and by day or month (docs/contract/instance.md#traffic). */
export const Traffic = z
  .object({
    grouping: z.enum(TRAFFIC_GROUPINGS),
    dateRange: z.object({ from: z.iso.date(), to: z.iso.date() }),
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
