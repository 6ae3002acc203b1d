import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { afterEach, describe, expect, it } from 'vitest'

import BarChart from './BarChart.svelte'
import { labelled, seriesOf, ticks } from './chart.ts'

afterEach(cleanup)

describe('the axes of a chart', () => {
  it.each([
    [0, [0, 1]],
    [3, [0, 1, 2, 3]],
    [7, [0, 2, 4, 6, 8]],
    [4939, [0, 2000, 4000, 6000]],
  ])('have round ticks up to %i', (highest, expected) => {
    expect(ticks(highest)).toEqual(expected)
  })

  it('label about six bars', () => {
    expect(labelled(24)).toEqual([0, 4, 8, 12, 16, 20])
    expect(labelled(3)).toEqual([0, 1, 2])
  })

  it('give the most frequent values a colour each, and the rest one shared colour', () => {
    const totals = new Map(Array.from({ length: 10 }, (_, index) => [`app-${index}`, index]))
    const series = seriesOf(totals)
    expect(series.map(({ label }) => label).slice(0, 2)).toEqual(['app-9', 'app-8'])
    expect(series.at(-1)?.label).toBe('3 others')
    expect(new Set(series.map(({ colour }) => colour)).size).toBe(8)
  })
})

describe('a bar chart', () => {
  const series = [
    { id: 'yes', label: 'on', colour: 'success-solid' },
    { id: 'no', label: 'off', colour: 'border-strong' },
  ] as const
  const bars = [
    { key: 'a', short: '13:00', long: 'Sun 13:00', values: { yes: 1200, no: 3 } },
    { key: 'b', short: '14:00', long: 'Sun 14:00', values: { yes: 4, no: 0 } },
  ]
  const show = () => render(BarChart, { label: 'Evaluations', period: 'Hour', series, bars })

  it('announces the values of each bar to keyboard users', async () => {
    show()
    const chart = screen.getByRole('slider', { name: 'Evaluations' })
    chart.focus()
    await fireEvent.keyDown(chart, { key: 'Home' })
    expect(chart.getAttribute('aria-valuetext')).toBe('Sun 13:00: 1,200 on, 3 off')
    await fireEvent.keyDown(chart, { key: 'ArrowRight' })
    expect(chart.getAttribute('aria-valuetext')).toBe('Sun 14:00: 4 on, 0 off')
    expect(screen.getByText('Sun 14:00: 4 on, 0 off')).toBeTruthy()
  })

  it('has a table as an alternative', async () => {
    show()
    await fireEvent.click(screen.getByRole('button', { name: 'Show as table' }))
    expect(screen.getByRole('row', { name: 'Sun 13:00 1,200 3 1,203' })).toBeTruthy()
    await fireEvent.click(screen.getByRole('button', { name: 'Show as chart' }))
    expect(screen.getByRole('slider', { name: 'Evaluations' })).toBeTruthy()
  })
})
