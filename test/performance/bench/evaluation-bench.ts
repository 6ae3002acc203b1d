// `npm run bench`, another part: what evaluating costs, by how many values a constraint lists.
import {
  evaluateFeature,
  type EvaluatedFeature,
  type EvaluationSources,
} from '#shared/flags/evaluation/index.ts'
import { median } from './load.ts'
import { machine, print, row } from './report.ts'

const FLAGS = 1000
const ROUNDS = 200
const CONTEXT = {
  userId: '7',
  remoteAddress: '10.0.0.7',
  environment: 'development',
  properties: { country: 'no' },
}

function flag(n: number, constraint: { contextName: string; operator: string; values: string[] }) {
  const parameters = { rollout: String(n % 101), stickiness: 'userId', groupId: `flag-${n}` }
  const strategy = { name: 'flexibleRollout', parameters, constraints: [constraint], variants: [] }
  return { name: `flag-${n}`, enabled: true, strategies: [strategy] } satisfies EvaluatedFeature
}

/** Milliseconds for all flags, the median of some rounds. */
function measure(contextName: string, operator: string, values: readonly string[]): number {
  // each flag has its own constraint, as when read from the store
  const features = Array.from({ length: FLAGS }, (_, n) =>
    flag(n, { contextName, operator, values: [...values] }),
  )
  const flags = new Map(features.map((feature) => [feature.name, feature]))
  const sources: EvaluationSources = {
    feature: (name) => flags.get(name),
    segment: () => undefined,
    now: new Date('2026-11-21T12:00:00.000Z'),
    random: () => 0.5,
  }
  const times = Array.from({ length: ROUNDS }, () => {
    const start = performance.now()
    for (const feature of features) evaluateFeature(feature, CONTEXT, sources, { trace: 'none' })
    return performance.now() - start
  })
  return median(times)
}

const listOf = (count: number, make: (n: number) => string, last: string) => [
  ...Array.from({ length: count - 1 }, (_, n) => make(n)),
  last,
]
const countries = (count: number) => listOf(count, (n) => `country ${n}`, 'no')

print(`\n${machine()}, evaluating ${FLAGS} flags for one context\n`)
print(row(['', 'median ms']))
print(row(['one of 3 values', measure('country', 'IN', countries(3)).toFixed(2)]))
print(row(['one of 200 values', measure('country', 'IN', countries(200)).toFixed(2)]))
print(row(['ends with one of 200', measure('country', 'STR_ENDS_WITH', countries(200)).toFixed(2)]))
const networks = listOf(20, (n) => `10.${n + 1}.0.0/16`, '10.0.0.0/24')
print(row(['address in one of 20 ranges', measure('remoteAddress', 'IN_CIDR', networks).toFixed(2)]))
