import { z } from 'zod'

import { getImpactMetricSeries as read } from '#shared/flags/contract/impact-metrics.ts'
import { badData } from '#kernel/app-error.ts'
import { query } from '#kernel/use-case.ts'
import { readLines } from '../../records/impact-metrics/impact-series.ts'

const Selectors = z.record(z.string(), z.array(z.string()))

export const getImpactMetricSeries = query(read, ({ queries, now }, { query: { labels, ...asked } }) =>
  readLines(queries, { ...asked, labelSelectors: readSelectors(labels) }, now),
)

function readSelectors(text: string | undefined): z.output<typeof Selectors> {
  if (text === undefined) return {}
  try {
    return Selectors.parse(JSON.parse(text))
  } catch {
    throw badData('labels must be a JSON object with a list of texts for each label', '/query/labels')
  }
}
