import { oldAddReleasePlan as add } from '#shared/flags/contract/release-plans.ts'
import { mutation } from '#kernel/use-case.ts'
import { addReleasePlan as addPlan } from '../../records/release-plans/add-plan.ts'

/** The former path, kept for clients that know no other. */
export const oldAddReleasePlan = mutation(add, (context, { params, body }) =>
  addPlan(context, params, body.templateId),
)
