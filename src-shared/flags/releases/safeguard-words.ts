import type { Blindness } from '../schemas/release-plan.ts'
import type { CreateSafeguard } from '../schemas/safeguard.ts'

/** Safeguard as descriptions need it. */
export interface SafeguardLike {
  impactMetric: CreateSafeguard['impactMetric']
  triggerCondition: CreateSafeguard['triggerCondition']
}

type Mode = CreateSafeguard['impactMetric']['aggregationMode']

export const AGGREGATION_WORDS: Record<Mode, string> = {
  avg: 'the average of',
  sum: 'the sum of',
  count: 'the rise of',
  rps: 'the rise per second of',
  p50: 'the median of',
  p95: 'the 95th percentile of',
  p99: 'the 99th percentile of',
}

/** "The average of errors (app is web) in the last hour above 5" */
export function metricInWords({ impactMetric, triggerCondition }: SafeguardLike): string {
  const { aggregationMode, metricName, labelSelectors, timeRange } = impactMetric
  const labels = Object.entries(labelSelectors)
    .filter(([, values]) => values.length > 0)
    .map(([name, values]) => `${name} is ${values.join(' or ')}`)
  const words = AGGREGATION_WORDS[aggregationMode]
  const of = labels.length > 0 ? ` (${labels.join(', ')})` : ''
  const side = triggerCondition.operator === '>' ? 'above' : 'below'
  return `${words[0]?.toUpperCase()}${words.slice(1)} ${metricName}${of} in the last ${timeRange} ${side} ${triggerCondition.threshold}.`
}

/** Describes the action of a safeguard. */
export const actionInWords = (of: 'plan' | 'flag'): string =>
  of === 'plan' ? 'Then the plan pauses.' : 'Then the flag is turned off there.'

const BLIND: Readonly<Record<Blindness, string>> = {
  'not-reported': 'No application has reported this metric in this environment yet.',
  'other-projects':
    'This metric is reported in this environment, but only with tokens of other projects, which do not count for this flag. ' +
    'Report it with a token of this project or of all projects.',
  external: 'Metrics of external sources are not read.',
}

/** Says why a safeguard sees nothing. */
export const blindnessInWords = (blind: Blindness): string => BLIND[blind]
