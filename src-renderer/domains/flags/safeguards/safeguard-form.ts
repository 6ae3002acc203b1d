import { figure } from '#ui/figures.ts'
import { AGGREGATION_WORDS, blindnessInWords } from '#shared/flags/releases/safeguard-words.ts'
import { AGGREGATION_MODES, TIME_RANGES, type CreateSafeguard } from '#shared/flags/schemas/safeguard.ts'
import type { ReleaseStatus } from '#shared/flags/schemas/release-plan.ts'
import { splitList } from '#ui/comma-list.ts'

type Metric = CreateSafeguard['impactMetric']

/** A label as it is edited: metrics count that have one of the values. */
export interface LabelRow {
  name: string
  values: string[]
  /** A value that is still being typed. */
  text: string
}

export const emptyLabel = (): LabelRow => ({ name: '', values: [], text: '' })

/** A safeguard as it is edited. */
export interface SafeguardForm {
  metricName: string
  aggregationMode: string
  timeRange: string
  labels: LabelRow[]
  operator: string
  threshold: string
}

export const emptySafeguard = (): SafeguardForm => ({
  metricName: '',
  aggregationMode: 'avg',
  timeRange: 'hour',
  labels: [],
  operator: '>',
  threshold: '',
})

export const toSafeguardForm = ({ impactMetric, triggerCondition }: CreateSafeguard): SafeguardForm => ({
  metricName: impactMetric.metricName,
  aggregationMode: impactMetric.aggregationMode,
  timeRange: impactMetric.timeRange,
  labels: Object.entries(impactMetric.labelSelectors).map(([name, values]) => ({
    name,
    values: [...values],
    text: '',
  })),
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

/** A label without a name is none. */
function toLabels(rows: readonly LabelRow[]): Metric['labelSelectors'] {
  const named = rows.filter(({ name }) => name.trim() !== '')
  return Object.fromEntries(
    named.map(({ name, values, text }) => [name.trim(), [...new Set([...values, ...splitList(text)])]]),
  )
}

/** Finds what is wrong with the labels; undefined: nothing. */
export function labelsProblem(rows: readonly LabelRow[]): string | undefined {
  const isBlank = ({ name, values, text }: LabelRow) =>
    name.trim() === '' && values.length === 0 && text === ''
  const entered = rows.filter((row) => !isBlank(row))
  if (entered.some(({ name }) => name.trim() === '')) return 'Each label needs a name.'
  if (entered.some(({ values, text }) => values.length === 0 && text.trim() === ''))
    return 'Each label needs a value.'
  const names = entered.map(({ name }) => name.trim())
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  return twice === undefined
    ? undefined
    : `The label “${twice}” is listed twice. Put all its values in one row.`
}

/** Rows from lines such as `app=web,shop`. */
export const readLabels = (text: string): LabelRow[] =>
  text
    .split('\n')
    .filter((line) => line.includes('='))
    .map((line) => {
      const at = line.indexOf('=')
      return { name: line.slice(0, at).trim(), values: splitList(line.slice(at + 1)), text: '' }
    })

const capital = (text: string) => `${text[0]?.toUpperCase()}${text.slice(1)}`

export const AGGREGATION_OPTIONS = AGGREGATION_MODES.map((value) => ({
  value,
  label: capital(AGGREGATION_WORDS[value].replace(/^the /, '').replace(/ of$/, '')),
}))

export const RANGE_OPTIONS = TIME_RANGES.map((value) => ({ value, label: `Last ${value}` }))

/** A number as it is read: three digits suffice. */
export const readingInWords = ({
  value,
  blind,
}: Pick<ReleaseStatus['safeguards'][number], 'value' | 'blind'>): string =>
  value === null
    ? `no data, never triggers${blind ? `. ${blindnessInWords(blind)}` : ''}`
    : `now ${figure(Number(value.toPrecision(3)))}`
