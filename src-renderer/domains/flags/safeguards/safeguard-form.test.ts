import { describe, expect, it } from 'vitest'

import { CreateSafeguard } from '#shared/flags/schemas/safeguard.ts'
import {
  emptyLabel,
  emptySafeguard,
  labelsProblem,
  readingInWords,
  readLabels,
  toSafeguardBody,
  toSafeguardForm,
} from './safeguard-form.ts'

describe('the form of a safeguard', () => {
  const safeguard = {
    impactMetric: {
      metricName: 'errors',
      aggregationMode: 'p95' as const,
      timeRange: 'hour' as const,
      labelSelectors: { app: ['web', 'shop'], region: ['eu'] },
    },
    triggerCondition: { operator: '<' as const, threshold: 0.5 },
  }

  it('returns what it was given', () => {
    expect(toSafeguardBody(toSafeguardForm(safeguard))).toEqual(safeguard)
  })

  it('reads labels from rows, or from pasted lines', () => {
    const labels = readLabels(' app = web , shop \n\nnonsense')
    expect(labels).toEqual([{ name: 'app', values: ['web', 'shop'], text: '' }])
    const form = {
      ...emptySafeguard(),
      labels: [...labels, { ...emptyLabel(), name: ' region ', text: 'eu' }],
    }
    expect(toSafeguardBody(form).impactMetric.labelSelectors).toEqual({
      app: ['web', 'shop'],
      region: ['eu'],
    })
  })

  it('names what a label lacks', () => {
    const app = { name: 'app', values: ['web'], text: '' }
    expect(labelsProblem([app, emptyLabel()])).toBeUndefined()
    expect(labelsProblem([{ ...app, name: '' }])).toBe('Each label needs a name.')
    expect(labelsProblem([{ ...app, values: [] }])).toBe('Each label needs a value.')
    expect(labelsProblem([app, app])).toContain('“app” is listed twice')
  })

  it('is not complete without a metric and a number', () => {
    expect(CreateSafeguard.safeParse(toSafeguardBody(emptySafeguard())).success).toBe(false)
    const form = { ...emptySafeguard(), metricName: 'x', threshold: 'many' }
    expect(CreateSafeguard.safeParse(toSafeguardBody(form)).success).toBe(false)
    expect(CreateSafeguard.safeParse(toSafeguardBody({ ...form, threshold: '3' })).success).toBe(true)
  })

  it('names what is measured, and reports when nothing is measured', () => {
    expect(
      [
        { value: 1234.5, blind: null },
        { value: null, blind: null },
        { value: null, blind: 'not-reported' } as const,
      ].map(readingInWords),
    ).toEqual([
      'now 1,230',
      'no data, never triggers',
      'no data, never triggers. No application has reported this metric in this environment yet.',
    ])
  })
})
