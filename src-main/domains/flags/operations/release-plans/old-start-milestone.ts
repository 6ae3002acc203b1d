import { oldStartMilestone as start } from '#shared/flags/contract/release-plans.ts'
import { mutation } from '#kernel/use-case.ts'
import { startMilestoneOf } from '../../records/release-plans/start-milestone-of.ts'

/** The former path, kept for clients that know no other. */
export const oldStartMilestone = mutation(start, (context, { params }) => startMilestoneOf(context, params))
