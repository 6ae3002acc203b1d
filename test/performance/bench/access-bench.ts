// `npm run bench`, third part: what a permission decision costs in a large instance, and reading all grants anew.
import { grantsOf } from '#domains/access/access/access-facts.ts'
import { compareGrants, decide, type Requirement } from '#shared/access/rules/index.ts'
import { largeInstance } from '#support/stages/access-facts.ts'
import { machine, print, row } from './report.ts'

const ROUNDS = 7
const USERS = 1000

/** The median of some rounds, in microseconds for each of `times`. */
function measure(times: number, work: (n: number) => void): number {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const start = performance.now()
    for (let n = 0; n < times; n++) work(n)
    return ((performance.now() - start) * 1000) / times
  })
  return rounds.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0
}

const facts = largeInstance({ users: USERS, groups: 200, projects: 500 })
const grants = grantsOf(facts)
const subjectOf = (n: number) => {
  const id = (n % USERS) + 1
  return { kind: 'user', id, name: '', grants: grants.get(id) ?? [] } as const
}
const needed: Requirement = {
  anyOf: ['UPDATE_FEATURE_ENVIRONMENT'],
  project: 'p7',
  environment: 'production',
}
const held = [...grants.values()].reduce((sum, { length }) => sum + length, 0) / USERS

print(
  `\n${machine()}, ${USERS} users, 200 groups, 500 projects, ${held.toFixed(0)} roles held by each user\n`,
)
print(row(['', 'median µs']))
print(
  row([
    'a permission decision, with reasons',
    measure(50_000, (n) => decide(subjectOf(n), needed)).toFixed(1),
  ]),
)
print(row(['all grants made anew', measure(5, () => grantsOf(facts)).toFixed(0)]))
print(
  row([
    'a preview: all users compared',
    measure(2, () => {
      const after = grantsOf(facts)
      for (const [id, before] of grants) compareGrants(before, after.get(id) ?? [])
    }).toFixed(0),
  ]),
)
