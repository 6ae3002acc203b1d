import { addReleasePlan as add } from '#shared/flags/contract/release-plans.ts'
import { mutation } from '#kernel/use-case.ts'
import { addReleasePlan as addPlan } from '../../records/release-plans/add-plan.ts'

export const addReleasePlan = mutation(add, (context, { params, body }) =>
  addPlan(context, params, body.templateId),
)
