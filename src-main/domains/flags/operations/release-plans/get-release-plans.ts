import { getReleasePlans as list } from '#shared/flags/contract/release-plans.ts'
import { query } from '#kernel/use-case.ts'
import { readPlan } from '../../records/release-plans/read-plan.ts'

export const getReleasePlans = query(list, ({ queries }, { params }) => readPlan(queries, params))
