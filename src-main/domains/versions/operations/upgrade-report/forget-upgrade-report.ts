import { forgetUpgradeReport as forget } from '../../../../../src-shared/versions/contract/upgrade-report.ts'
import { mutation } from '../../../../kernel/use-case.ts'
import { deleteJudgedCalls } from '../../records/upgrade-report/judged-calls.store.ts'
import type { JudgedCalls } from '../../records/upgrade-report/judged-calls.ts'

export const forgetUpgradeReport = ({ judgedCalls }: { judgedCalls: JudgedCalls }) =>
  mutation(forget, async ({ queries, record, onCommit }) => {
    await deleteJudgedCalls(queries)
    record({ type: 'upgrade-report-forgotten' })
    onCommit(() => judgedCalls.forget())
  })
