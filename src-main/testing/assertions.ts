import { AssertionError } from 'node:assert'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'

import { runAsText } from '#shared/insight/expectations/run-report.ts'
import type { TestFacts } from './test-facts.ts'
import type { Assertions, Evaluations } from './test-halyard.ts'

const WITHIN_MS = 3000
/** Time that SDKs with the options of `nodeSdk` need for a report, and some more. */
const QUIET_MS = 300
const STEP_MS = 10

/** Assertions about the facts of an instance. They wait, as SDKs report later. */
export function assertionsOn(facts: TestFacts): Assertions {
  return {
    evaluated: async (flag, { enabled, variant, atLeast = 1, within } = {}) => {
      const counted = (found: Evaluations) =>
        variant !== undefined
          ? (found.variants[variant] ?? 0)
          : (enabled === false ? 0 : found.yes) + (enabled === true ? 0 : found.no)
      const found = await eventually(
        () => facts.evaluations(flag),
        (one) => counted(one) >= atLeast,
        within,
      )
      if (counted(found) >= atLeast) return found
      const how =
        variant !== undefined ? ` as ${variant}` : enabled === undefined ? '' : ` as ${String(enabled)}`
      throw failure(
        `The flag ${flag} was evaluated${how} ${counted(found)} times, expected at least ${atLeast}`,
        found,
        { enabled, variant, atLeast },
      )
    },
    notEvaluated: async (flag, { within = QUIET_MS } = {}) => {
      const isEvaluated = ({ yes, no }: Evaluations) => yes + no > 0
      const found = await eventually(() => facts.evaluations(flag), isEvaluated, within)
      if (isEvaluated(found))
        throw failure(`The flag ${flag} was evaluated ${found.yes + found.no} times, expected none`, found, 0)
    },
    impression: async ({ within, ...expected }) => {
      const matching = () => facts.impressions(expected.flag)
      const found = await eventually(matching, (all) => all.some((one) => includes(one, expected)), within)
      const match = found.find((one) => includes(one, expected))
      if (match) return match
      throw failure(`None of ${found.length} impressions is as expected`, found, expected)
    },
    expectations: async (expectations) => {
      const run = await facts.run(expectations)
      if (run.failed === 0) return run.passed
      throw failure(runAsText(run), run.failed, 0)
    },
    signal: async ({ endpoint, payload, within }) => {
      const isMeant = (one: { payload: unknown }) => payload === undefined || includes(one.payload, payload)
      const found = await eventually(
        () => facts.signals(endpoint),
        (all) => all.some(isMeant),
        within,
      )
      const match = found.find(isMeant)
      if (match) return match
      throw failure(`None of ${found.length} signals is as expected`, found, { endpoint, payload })
    },
  }
}

/** Reads until a condition is met or the time is over. Returns what was read last. */
async function eventually<T>(
  read: () => Promise<T>,
  isMet: (found: T) => boolean,
  within = WITHIN_MS,
): Promise<T> {
  const end = performance.now() + within
  for (;;) {
    const found = await read()
    if (isMet(found) || performance.now() >= end) return found
    await sleep(STEP_MS)
  }
}

/** Checks that a value has all properties of another one; lists must be equal. */
function includes(actual: unknown, expected: unknown): boolean {
  if (!isObject(actual) || !isObject(expected)) return isDeepStrictEqual(actual, expected)
  return Object.entries(expected).every(([name, value]) => includes(actual[name], value))
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const failure = (message: string, actual: unknown, expected: unknown) =>
  new AssertionError({ message, actual, expected, operator: 'halyard' })
