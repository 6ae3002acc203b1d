import {
  forgetUpgradeReport as forget,
  getUpgradeReport as get,
} from '../../../src-shared/contract/upgrade-report.ts'
import { mutation, query } from '../../kernel/use-case.ts'
import { deleteJudgedCalls } from './judged-calls.store.ts'
import type { JudgedCalls } from './judged-calls.ts'
import { reportOf } from './report.ts'

/** What would break in which version, by who calls it. */
export const getUpgradeReport = (calls: JudgedCalls) => query(get, async () => reportOf(calls.all()))

export const forgetUpgradeReport = (calls: JudgedCalls) =>
  mutation(forget, async ({ queries, record, onCommit }) => {
    await deleteJudgedCalls(queries)
    record({ type: 'upgrade-report-forgotten' })
    onCommit(() => calls.forget())
  })
