import { z } from 'zod'

const count = z.int().min(0)
const percent = z.int().min(0).max(100)
/** The ISO week (`2026-47`), and the day that the figure is of, or that its week began with. */
const when = { week: z.string().regex(/^\d{4}-\d{2}$/), date: z.iso.date() }

const People = z.object({ total: count, active: count, inactive: count })

/**
 * The instance in figures, for those who pay for it. Its shape is in no source but for the names of its parts: these are
 * what the instance really knows. How many people and flags there were is not kept: of them there is today's figure
 * alone. What was changed is known for a year, what was evaluated for as long as metrics are kept.
 */
export const ExecutiveDashboard = z
  .object({
    users: People,
    flags: z.object({ total: count }),
    userTrends: z.array(People.extend({ date: z.iso.date() })),
    projectFlagTrends: z.array(
      z.object({
        project: z.string(),
        ...when,
        total: count,
        active: count,
        stale: count,
        potentiallyStale: count,
        users: count,
        health: percent,
        /** Days from creation to production, on average; left out where no flag has got there. */
        timeToProduction: z.number().optional(),
      }),
    ),
    environmentTypeTrends: z.array(z.object({ environmentType: z.string(), ...when, totalUpdates: count })),
    metricsSummaryTrends: z.array(
      z.object({
        project: z.string(),
        ...when,
        totalRequests: count,
        totalYes: count,
        totalNo: count,
        totalApps: count,
        totalEnvironments: count,
        totalFlags: count,
      }),
    ),
  })
  .meta({ id: 'executiveDashboardSchema' })
export type ExecutiveDashboard = z.output<typeof ExecutiveDashboard>
