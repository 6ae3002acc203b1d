import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { createApiToken } from '#shared/access/contract/api-tokens.ts'
import { getEvaluationLog, getEvaluationLogCall } from '#shared/clients/contract/evaluation-log.ts'
import { getFrontendFeatures } from '#shared/clients/contract/frontend-api.ts'
import { isEqual } from '#shared/configuration/equality.ts'
import { explainFlagWithPost, findResultChanges } from '#shared/insight/contract/explain.ts'
import type { Explanation } from '#shared/insight/schemas/explanation.ts'
import { propertyRuns } from '#support/runner/property-runs.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { makeChange } from './make-change.ts'
import { ENVIRONMENTS, EVERYTHING, FEATURES, FLAGS, change, type Change } from './undo-changes.ts'

let app: TestBackend
let start: string
let secret: string

beforeEach(async () => {
  app = await startBackend({ users: [{ username: 'importer', roles: ['Admin'] }] })
  const token = { tokenName: TOKEN, type: 'frontend', environment: ENVIRONMENT, projects: ['default'] }
  secret = (await app.call(createApiToken, { body: token })).body.secret
  for (const name of ['s1', 's2'])
    await app.call('POST', '/api/admin/segments', { body: { name, constraints: [] } })
  for (const name of FLAGS) {
    await app.call('POST', FEATURES, { body: { name } })
    for (const at of ENVIRONMENTS) await app.call('POST', `${FEATURES}/${name}/environments/${at}/on`)
  }
  app.clock.advance(1000)
  start = app.clock.now().toISOString()
})
afterEach(() => app.stop())

const ENVIRONMENT = 'development'
const TOKEN = 'shop'
const OVERLAY = 'ada'
/** Contexts, and the token and the header of the request that sends them. */
const REQUESTS = [
  { context: { userId: 'a', appName: 'b' } },
  { context: { userId: 'xyz', sessionId: '1' }, token: TOKEN },
  { context: { userId: 'a', sessionId: '1' }, token: TOKEN, overlay: OVERLAY },
]
const audience = fc.constantFrom(
  'everybody',
  'user:a',
  'application:b',
  `token:${TOKEN}`,
  `header:${OVERLAY}`,
)
/** Layers over flags, default strategies, and dates that pass by themselves. */
const further = fc.oneof(
  fc.record({
    kind: fc.constant('override' as const),
    flag: fc.constantFrom(...FLAGS),
    audience,
    enabled: fc.boolean(),
    minutes: fc.constantFrom(0, 1),
  }),
  fc.record({ kind: fc.constant('unoverride' as const), flag: fc.constantFrom(...FLAGS), audience }),
  fc.record({ kind: fc.constant('usual' as const), rollout: fc.constantFrom('30', '100') }),
  fc.record({
    kind: fc.constant('dated' as const),
    flag: fc.constantFrom(...FLAGS),
    operator: fc.constantFrom('DATE_AFTER', 'DATE_BEFORE'),
    seconds: fc.integer({ min: -5, max: 5 }),
  }),
  fc.record({ kind: fc.constant('wait' as const) }),
)
type Further = typeof further extends fc.Arbitrary<infer T> ? T : never

async function make(one: Change | Further): Promise<void> {
  switch (one.kind) {
    case 'override': {
      const until = new Date(app.clock.now().getTime() + one.minutes * 60_000).toISOString()
      const place = `features/${one.flag}/environments/${ENVIRONMENT}/overrides/${one.audience}`
      await app.call('PUT', `/api/halyard/projects/default/${place}`, {
        body: { enabled: one.enabled, until: one.minutes === 0 ? null : until },
      })
      return
    }
    case 'unoverride':
      await app.call(
        'DELETE',
        `/api/halyard/projects/default/features/${one.flag}/environments/${ENVIRONMENT}/overrides/${one.audience}`,
      )
      return
    case 'usual':
      await app.call('POST', `/api/admin/projects/default/environments/${ENVIRONMENT}/default-strategy`, {
        body: {
          name: 'flexibleRollout',
          parameters: { rollout: one.rollout, stickiness: 'default', groupId: '' },
        },
      })
      return
    case 'dated': {
      const value = new Date(app.clock.now().getTime() + one.seconds * 1000 + 500).toISOString()
      const path = `${FEATURES}/${one.flag}/environments/${ENVIRONMENT}/strategies`
      const { body } = await app.call('GET', path)
      const [first] = Array.isArray(body) ? (body as { id: string }[]) : []
      const constraint = { contextName: 'currentTime', operator: one.operator, value }
      const strategy = { name: 'default', parameters: {}, constraints: [constraint] }
      if (first) await app.call('PUT', `${path}/${first.id}`, { body: strategy })
      else await app.call('POST', path, { body: strategy })
      return
    }
    case 'wait':
      return
    default:
      await makeChange(app, one)
  }
}

interface Asked {
  context: Record<string, unknown>
  token?: string
  overlay?: string
}

const explain = async (flag: string, asked: Asked, at?: string) => {
  const answer = await app.call(explainFlagWithPost, {
    body: { flag, environment: ENVIRONMENT, ...asked, ...(at === undefined ? {} : { at }) },
  })
  expect({ flag, at, status: answer.status, text: answer.status === 200 ? '' : answer.text }).toMatchObject({
    status: 200,
  })
  return answer.body
}
const withoutTime = ({ at: _at, ...rest }: Explanation) => rest
/** Facts that a search compares. */
const resultOf = ({ enabled, variant, reason }: Explanation) => ({
  enabled,
  variant: variant.enabled ? variant.name : null,
  payload: variant.payload ?? null,
  reason,
})

interface Moment {
  at: string
  kind: string
  explanations: Explanation[][]
}

/** Evaluates everything: the oracle of every moment. */
const readMoment = async (kind: string): Promise<Moment> => ({
  at: app.clock.now().toISOString(),
  kind,
  explanations: await Promise.all(
    FLAGS.map((flag) => Promise.all(REQUESTS.map((asked) => explain(flag, asked)))),
  ),
})

/** The time has no write of its own every second step: results can only change by dates then. */
async function live(changes: readonly (Change | Further)[]): Promise<Moment[]> {
  const moments = [await readMoment('start')]
  for (const one of changes) {
    app.clock.advance(1000)
    moments.push(await readMoment('time'))
    await make(one)
    moments.push(await readMoment(one.kind))
  }
  app.clock.advance(1000)
  return moments
}

const history = fc.array(fc.oneof({ arbitrary: change, weight: 2 }, { arbitrary: further, weight: 1 }), {
  minLength: 1,
  maxLength: 10,
})
const EXAMPLE: (Change | Further)[] = [
  { kind: 'override', flag: 'gamma', audience: 'everybody', enabled: true, minutes: 0 },
  { kind: 'override', flag: 'beta', audience: `token:${TOKEN}`, enabled: false, minutes: 1 },
  { kind: 'override', flag: 'beta', audience: `header:${OVERLAY}`, enabled: true, minutes: 0 },
  { kind: 'unoverride', flag: 'beta', audience: `header:${OVERLAY}` },
  { kind: 'archive', flag: 'gamma' },
  { kind: 'delete', flag: 'gamma' },
  { kind: 'create', flag: 'gamma', description: '', impressionData: false },
  { kind: 'dated', flag: 'beta', operator: 'DATE_AFTER', seconds: 2 },
  { kind: 'depend', flag: 'alpha', parent: 'beta', enabled: true },
  { kind: 'wait' },
  { kind: 'wait' },
  { kind: 'usual', rollout: '30' },
]

it('the past of every moment is what was evaluated then, and a search finds each change of a result', async () => {
  const found = { events: 0, time: 0 }
  await fc.assert(
    fc.asyncProperty(history, async (changes) => {
      start = app.clock.now().toISOString()
      const moments = await live(changes)
      // the second of two moments of the same time is the one that the past tells
      const byTime = [...new Map(moments.map((one) => [one.at, one])).values()]
      for (const { at, kind, explanations } of byTime)
        for (const [index, flag] of FLAGS.entries())
          for (const [which, asked] of REQUESTS.entries()) {
            const then = withoutTime(await explain(flag, asked, at))
            expect({ kind, at, then }).toEqual({ kind, at, then: explanations[index]?.[which] })
          }
      for (const [index, flag] of FLAGS.entries())
        for (const [which, asked] of REQUESTS.entries()) {
          const { body, status, text } = await app.call(findResultChanges, {
            body: { flag, environment: ENVIRONMENT, ...asked, since: start },
          })
          expect(status === 200 ? '' : text).toBe('')
          const results = moments.map((one) => ({
            ...one,
            result: resultOf(one.explanations[index]![which]!),
          }))
          const expected = results
            .slice(1)
            .flatMap((one, before) => {
              const former = results[before]!
              if (isEqual(former.result, one.result)) return []
              return [{ before: former.result, after: one.result, isTime: one.kind === 'time', at: one.at }]
            })
            .reverse()
          const changed = body.changes.map(({ before, after, cause }) => ({
            before: toResult(before),
            after: toResult(after),
            isTime: cause === 'time',
          }))
          expect({ flag, asked, changed, limits: body.limits, hasMore: body.hasMore }).toEqual({
            flag,
            asked,
            changed: expected.map(({ at: _at, ...one }) => one),
            limits: [],
            hasMore: false,
          })
          for (const [place, { at, cause, events }] of body.changes.entries()) {
            found[cause] += 1
            if (cause === 'events') expect(at).toBe(expected[place]?.at)
            expect(events.length > 0).toBe(cause === 'events')
          }
        }
    }),
    { numRuns: propertyRuns(10), examples: [[EXAMPLE], [EVERYTHING]] },
  )
  expect(found.events).toBeGreaterThan(0)
  expect(found.time).toBeGreaterThan(0)
})

const toResult = ({
  enabled,
  variant,
  payload,
  reason,
}: {
  enabled: boolean
  variant: string | null
  payload?: { type: string; value: string } | undefined
  reason: string
}) => ({ enabled, variant, payload: payload ?? null, reason })

it('an explanation as of an entry of the evaluation log is what the log recorded', async () => {
  let compared = 0
  await fc.assert(
    fc.asyncProperty(history, async (changes) => {
      for (const one of changes) {
        app.clock.advance(1000)
        await make(one)
        await app.call(getFrontendFeatures, {
          token: secret,
          headers: { 'x-halyard-overlay': OVERLAY },
          query: { userId: 'a', sessionId: '3' },
        })
      }
      app.clock.advance(1000)
      const { calls } = (await app.call(getEvaluationLog)).body
      for (const { id, at } of calls.slice(0, changes.length)) {
        const { body } = await app.call(getEvaluationLogCall, { params: { id: String(id) } })
        for (const logged of body.results) {
          const request = { token: body.tokenName, overlay: OVERLAY }
          const then = await explain(logged.name, { context: body.context ?? {}, ...request }, at)
          const { name, enabled, variant, reason } = logged
          // SDKs do not learn which strategy is the default of the project
          expect({ name, at, ...resultOf(then), payload: null, reason: served(then.reason) }).toEqual({
            ...{ name, at, enabled, variant, payload: null, reason },
          })
          compared += 1
        }
      }
    }),
    { numRuns: propertyRuns(10), examples: [[EXAMPLE]] },
  )
  expect(compared).toBeGreaterThan(0)
})

const served = (reason: string) => (reason === 'default-strategy-matched' ? 'strategy-matched' : reason)
