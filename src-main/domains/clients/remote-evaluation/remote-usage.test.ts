import { expect, it } from 'vitest'

import type { Evaluation } from '#shared/flags/evaluation/index.ts'
import type { MetricsBuffer, MetricsReport } from '#domains/flags/metrics/metrics-buffer.ts'
import { MAX_APPS, RemoteUsage, UNNAMED_APP } from './remote-usage.ts'

const scope = { environment: 'development', projects: ['*'] }
const token = { kind: 'backend-token', username: 'page', ...scope } as const
const evaluation = { name: 'flag', enabled: true, variant: { name: 'blue', enabled: true } } as Evaluation

it('counts at most a hundred applications in an hour, and the others together', () => {
  const noted: string[] = []
  const usage = new RemoteUsage({
    note: ({ flags }: MetricsReport) => noted.push(...flags.map(({ appName }) => appName)),
  } as unknown as MetricsBuffer)
  const note = (appName: string | undefined, time = '2026-11-21T12:30:00.000Z') =>
    usage.note(token, { evaluation, appName, scope, audiences: [], now: new Date(time) })
  for (let index = 0; index <= MAX_APPS; index += 1) note(`app-${index}`)
  note('app-0')
  note('x'.repeat(101))
  note('')
  note(undefined)
  expect(new Set(noted).size).toBe(MAX_APPS + 1)
  expect(noted.slice(-5)).toEqual([UNNAMED_APP, 'app-0', UNNAMED_APP, UNNAMED_APP, UNNAMED_APP])
  note('next-hour', '2026-11-21T13:00:00.000Z')
  expect(noted.at(-1)).toBe('next-hour')
  usage.note({ kind: 'anonymous' }, { evaluation, appName: 'a', scope, audiences: [], now: new Date() })
  expect(noted.at(-1)).toBe('next-hour')
})
