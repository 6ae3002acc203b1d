import { forgetUpgradeReport as forget } from '#shared/versions/contract/upgrade-report.ts'
import { mutation } from '#kernel/use-case.ts'
import { deleteJudgedCalls } from '../../records/upgrade-report/judged-calls.store.ts'

export const forgetUpgradeReport = mutation(forget, async ({ queries, record }) => {
  await deleteJudgedCalls(queries)
  record({ type: 'upgrade-report-forgotten' })
})
