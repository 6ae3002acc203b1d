import { startMilestone as start } from '#shared/flags/contract/release-plans.ts'
import { mutation } from '#kernel/use-case.ts'
import { startMilestoneOf } from '../../records/release-plans/start-milestone-of.ts'

export const startMilestone = mutation(start, (context, { params }) => startMilestoneOf(context, params))
