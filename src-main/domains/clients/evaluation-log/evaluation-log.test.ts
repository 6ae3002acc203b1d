import { expect, it } from 'vitest'

import type { ClientFeature } from '#shared/clients/schemas/client.ts'
import { EvaluationLog, type RequestFacts, type ServedConfiguration } from './evaluation-log.ts'

const flag = (name: string, project: string): ClientFeature => ({
  name,
  project,
  type: 'release',
  enabled: true,
  stale: false,
  strategies: [],
  variants: [],
  description: null,
  impressionData: false,
})

const configuration = (revision: number): ServedConfiguration => ({
  revision,
  features: new Map(
    [flag('one', 'a'), flag('two', 'a'), flag('three', 'b')].map((feature) => [feature.name, { feature }]),
  ),
  segments: [],
})

const call = (answered: ServedConfiguration) => ({
  kind: 'frontend' as const,
  at: new Date(0),
  appName: 'shop',
  tokenName: 'shop',
  environment: 'development',
  projects: ['*'],
  status: 200,
  context: {},
  answered,
  revision: answered.revision,
})

it('keeps a bounded number of configurations, and of older calls the numbers of their flags', async () => {
  const log = new EvaluationLog()
  const first = configuration(0)
  log.note(call(first))
  for (let revision = 1; revision <= 50; revision += 1) log.note(call(configuration(revision)))

  const listed = log.list(new Set(['b']))
  expect(listed.map(({ flags }) => flags)).toEqual(Array.from({ length: 51 }, () => 2))
  const results = async (id: number) => (await log.explain(id, new Set()))?.results.length
  expect(await results(51)).toBe(3)
  expect(await results(2)).toBe(3)
  expect(await results(1)).toBe(0)
})

it('keeps a configuration that is still served', async () => {
  const log = new EvaluationLog()
  const served = configuration(0)
  for (let revision = 1; revision <= 60; revision += 1) {
    log.note(call(served))
    log.note(call(configuration(revision)))
  }
  const own = log.list(new Set()).find(({ revision }) => revision === 0)
  expect((await log.explain(own?.id ?? 0, new Set()))?.results).toHaveLength(3)
})

const report = (contextId: string, results: number): RequestFacts => ({
  kind: 'reported',
  ...{ at: new Date(0), appName: 'shop', tokenName: 'shop', environment: 'development', projects: ['*'] },
  ...{ status: 200, revision: 0 },
  context: { properties: { targetingKey: contextId } },
  reported: Array.from({ length: results }, (_, n) => ({
    ...{ flag: `flag-${n}`, project: 'a', variant: null, value: null, enabled: true },
    ...{ reason: 'static', error: null, provider: null },
  })),
})

it('keeps a bounded number of reports, and they make no request leave', () => {
  const log = new EvaluationLog()
  log.note(call(configuration(0)))
  for (let n = 0; n < 400; n++) log.note(report(String(n), 1))
  const kinds = log.list(new Set()).map(({ kind }) => kind)
  expect(kinds).toEqual([...Array.from({ length: 300 }, () => 'reported'), 'frontend'])
  for (let n = 0; n < 100; n++) log.note(report(`more ${n}`, 50))
  expect(log.list(new Set()).filter(({ kind }) => kind === 'reported').length).toBe(60)
})

it('counts equal reports in a row, and tells apart those with another result', () => {
  const log = new EvaluationLog()
  for (const results of [1, 1, 2]) log.note({ ...report('ann', results), count: 2 })
  expect(log.list(new Set()).map(({ count, flags }) => [count, flags])).toEqual([
    [2, 2],
    [4, 1],
  ])
  expect(log.list(new Set(['a']))).toEqual([])
})
