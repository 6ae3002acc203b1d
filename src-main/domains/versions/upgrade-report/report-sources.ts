import type { JudgedCalls } from './judged-calls.ts'

/** Sources of a report: the calls, and the instance that received them. */
export interface ReportSources {
  judgedCalls: JudgedCalls
  status: () => { contractVersion: string }
  pagesUrl: () => string
}
