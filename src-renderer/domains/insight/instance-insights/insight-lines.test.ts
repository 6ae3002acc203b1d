import { expect, it } from 'vitest'

import type { InstanceInsights } from '#shared/insight/schemas/instance-insights.ts'
import { trendsOf } from './insight-lines.ts'

const [first, second] = ['2026-11-15T12:00:00.000Z', '2026-11-22T12:00:00.000Z']
const flags = (project: string, date: string, total: number) => ({
  project,
  date,
  week: '2026-47',
  total,
  active: total,
  stale: 1,
  potentiallyStale: 0,
  health: 100,
  technicalDebt: 0,
})
const insights: InstanceInsights = {
  userTrends: [{ date: first, total: 4, active: 3, inactive: 1 }],
  flagTrends: [],
  projectFlagTrends: [flags('a', first, 2), flags('b', first, 5), flags('a', second, 3)],
  metricsSummaryTrends: [],
  environmentTypeTrends: [
    { date: first, week: '2026-46', environmentType: 'production', totalUpdates: 7 },
    { date: first, week: '2026-46', environmentType: 'test', totalUpdates: 1 },
  ],
  lifecycleTrends: [],
  creationArchiveTrends: [],
}

it('the lines of insights add up the projects of a week, or show one', () => {
  const linesOf = (project: string) => trendsOf(insights, project)[0]?.lines.map(({ values }) => values)
  expect(linesOf('')).toEqual([
    [7, 3],
    [2, 1],
    [0, 0],
  ])
  expect(linesOf('a')?.[0]).toEqual([2, 3])
})

it('the health of projects has a line each, the least healthy first', () => {
  const rows = [
    { ...flags('a', second, 3), health: 80 },
    { ...flags('a', first, 3), health: 100 },
    { ...flags('b', first, 5), health: 90 },
  ]
  const names = new Map([['b', 'Shop']])
  const health = (projectFlagTrends: typeof rows) =>
    trendsOf({ ...insights, projectFlagTrends }, '', names).find(({ title }) => title.startsWith('Health'))
  expect(health(rows)?.lines).toMatchObject([
    { label: 'a', values: [100, 80] },
    { label: 'Shop', values: [90, undefined] },
  ])
  const many = Array.from({ length: 9 }, (_, index) => ({ ...flags(`p${index}`, first, 1), health: index }))
  expect(health(many)?.title).toBe('Health of the least healthy projects, percent')
  expect(health(many)?.lines.map(({ label }) => label)).toEqual(
    many.slice(0, 8).map(({ project }) => project),
  )
})

it('the lines of insights show users and environments of the instance only', () => {
  const titles = (project: string) => trendsOf(insights, project).map(({ title }) => title)
  expect(titles('')).toContain('Users')
  expect(titles('a')).not.toContain('Users')
  expect(trendsOf(insights, '').at(-1)?.lines).toMatchObject([
    { label: 'production', values: [7] },
    { label: 'test', values: [1] },
  ])
})
