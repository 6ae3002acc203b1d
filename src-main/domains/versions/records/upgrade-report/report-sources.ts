import type { JudgedCalls } from './judged-calls.ts'

/** What a report is made of: the calls, and where they were made. */
export interface ReportSources {
  judgedCalls: JudgedCalls
  status: () => { contractVersion: string }
  pagesUrl: () => string
}
