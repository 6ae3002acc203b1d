import { exportImpressions as exported } from '#shared/clients/contract/impressions.ts'
import { textOf } from '#kernel/long-text.ts'
import { query } from '#kernel/use-case.ts'
import { readImpressionsInSteps } from '../../records/impressions/impressions.read-model.ts'
import { CSV_HEADER, toCsv, toNdjson } from '../../records/impressions/impressions-text.ts'

const MAX_EXPORTED = 100_000

/** Written in steps: a hundred thousand impressions hold nobody up. */
export const exportImpressions = query(exported, async ({ queries }, { query: { format, ...filter } }) => {
  const parts = format === 'csv' ? [CSV_HEADER] : []
  for await (const impressions of readImpressionsInSteps(queries, filter, MAX_EXPORTED))
    parts.push(format === 'csv' ? toCsv(impressions) : toNdjson(impressions))
  return textOf(parts)
})
