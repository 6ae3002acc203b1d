import { validateImport as validate } from '#shared/transfer/contract/import-export.ts'
import { query } from '#kernel/use-case.ts'
import { findProblems } from '../../records/import-export/find-problems.ts'
import { readSituation } from '../../records/import-export/import-situation.ts'
import { mustRequest } from '../../records/import-export/import-or-request.ts'

/** Recorded exchange transfer/validate-import. */
export const validateImport = query(validate, async (context, { body }) => {
  const situation = await readSituation(context, body)
  return findProblems(context, { ...situation, isRequested: await mustRequest(context, body) })
})
