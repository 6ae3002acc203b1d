import { oldGetReleasePlans as formerList } from '#shared/flags/contract/release-plans.ts'
import { query } from '#kernel/use-case.ts'
import { readPlan } from '../../records/release-plans/read-plan.ts'

/** The former path, kept for clients that know no other. */
export const oldGetReleasePlans = query(formerList, ({ queries }, { params }) => readPlan(queries, params))
