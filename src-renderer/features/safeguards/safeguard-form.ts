import { figure } from '../../lib/figures.ts'
import { AGGREGATION_WORDS } from '../../../src-shared/releases/safeguard-words.ts'
import {
  AGGREGATION_MODES,
  TIME_RANGES,
  type CreateSafeguard,
} from '../../../src-shared/schemas/safeguard.ts'

type Metric = CreateSafeguard['impactMetric']

/** A safeguard as it is edited. */
export interface SafeguardForm {
  metricName: string
  aggregationMode: string
  timeRange: string
  /** `app=web,shop`, one label a line. */
  labels: string
  operator: string
  threshold: string
}

export const emptySafeguard = (): SafeguardForm => ({
  metricName: '',
  aggregationMode: 'avg',
  timeRange: 'hour',
  labels: '',
  operator: '>',
  threshold: '',
})

export const toSafeguardForm = ({ impactMetric, triggerCondition }: CreateSafeguard): SafeguardForm => ({
  metricName: impactMetric.metricName,
  aggregationMode: impactMetric.aggregationMode,
  timeRange: impactMetric.timeRange,
  labels: Object.entries(impactMetric.labelSelectors)
    .map(([name, values]) => `${name}=${values.join(',')}`)
    .join('\n'),
  operator: triggerCondition.operator,
  threshold: String(triggerCondition.threshold),
})

/** The body to send; what is no number is no threshold. */
export const toSafeguardBody = (form: SafeguardForm): CreateSafeguard => ({
  impactMetric: {
    metricName: form.metricName.trim(),
    aggregationMode: form.aggregationMode as Metric['aggregationMode'],
    timeRange: form.timeRange as Metric['timeRange'],
    labelSelectors: toLabels(form.labels),
  },
  triggerCondition: {
    operator: form.operator as '>' | '<',
    threshold: form.threshold.trim() === '' ? Number.NaN : Number(form.threshold),
  },
})

function toLabels(text: string): Metric['labelSelectors'] {
  const lines = text.split('\n').filter((line) => line.includes('='))
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf('=')
      const values = line.slice(at + 1).split(',')
      return [line.slice(0, at).trim(), values.map((value) => value.trim()).filter((value) => value !== '')]
    }),
  )
}

const capital = (text: string) => `${text[0]?.toUpperCase()}${text.slice(1)}`

export const AGGREGATION_OPTIONS = AGGREGATION_MODES.map((value) => ({
  value,
  label: capital(AGGREGATION_WORDS[value].replace(/^the /, '').replace(/ of$/, '')),
}))

export const RANGE_OPTIONS = TIME_RANGES.map((value) => ({ value, label: `Last ${value}` }))

/** A number as it is read: three digits suffice. */
export const readingInWords = (value: number | null): string =>
  value === null ? 'no data, never triggers' : `now ${figure(Number(value.toPrecision(3)))}`
