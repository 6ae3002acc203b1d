import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { createFeature } from '#shared/flags/contract/features.ts'
import { getFeatureEnvironment } from '#shared/flags/contract/feature-environments.ts'
import { getActionSetEvents } from '#shared/signals/contract/action-execution.ts'
import { getActionSetNotes, setActionRules } from '#shared/signals/contract/action-rules.ts'
import { deleteActions } from '#shared/signals/contract/actions.ts'
import { propertyRuns } from '#support/runner/property-runs.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import {
  actionSet,
  addEndpoint,
  addServiceAccount,
  addSignal,
  createSet,
  switching,
} from '#support/stages/actions.ts'

/**
 * Whatever signals come and whatever people switch meanwhile: a set is executed no more often than its rules say, and a reset changes
 * nothing that somebody else changed.
 */
let app: TestBackend
let endpoint: number
let robot: number

beforeAll(async () => {
  app = await startBackend()
  await app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'flag' } })
  endpoint = await addEndpoint(app, 'alerts')
  robot = await addServiceAccount(app, 'robot')
})
afterAll(() => app.stop())

const MINUTE = 60_000
const place = { projectId: 'default', featureName: 'flag', environment: 'development' }
const isOn = async () => (await app.call(getFeatureEnvironment, { params: place })).body.enabled
const turn = (to: 'on' | 'off') =>
  app.call('POST', `/api/admin/projects/default/features/flag/environments/development/${to}`)

const rules = fc.record({
  coolDownMinutes: fc.constantFrom(0, 5, 30),
  maxPerHour: fc.constantFrom(null, 1, 2, 4),
})
const steps = fc.array(
  fc.record({
    minutes: fc.constantFrom(0, 1, 5, 20, 61),
    does: fc.constantFrom('fires', 'fires', 'fires', 'resolves', 'resolves', 'on', 'off'),
  }),
  { minLength: 1, maxLength: 25 },
)

it('a set keeps its pace, and its reset leaves what others changed', async () => {
  await fc.assert(
    fc.asyncProperty(rules, steps, async (pace, history) => {
      await turn('on')
      const set = await createSet(app, actionSet(endpoint, robot, { actions: [switching('OFF', 'flag')] }))
      const params = { projectId: 'default', id: String(set.id) }
      const reset = { status: { operator: 'IN' as const, values: ['resolved'] } }
      await app.call(setActionRules, { params, body: { ...pace, reset } })
      /** True if the last switch of the flag is one that a reset takes back. */
      let isOurs = false
      let fired = 0
      let resolved = 0
      for (const { minutes, does } of history) {
        app.clock.advance(minutes * MINUTE)
        const before = await isOn()
        if (does === 'on' || does === 'off') {
          await turn(does)
          if (before !== (does === 'on')) isOurs = false
          continue
        }
        await addSignal(app, endpoint, { status: does === 'fires' ? 'firing' : 'resolved' })
        await app.backend.runJobs()
        const after = await isOn()
        if (does === 'fires') {
          fired += 1
          if (before !== after) isOurs = true
        } else {
          resolved += 1
          expect(after).toBe(isOurs ? true : before)
          isOurs = false
        }
      }
      const { actionSetEvents } = (await app.call(getActionSetEvents, { params, query: { limit: '1000' } }))
        .body
      const { notes } = (await app.call(getActionSetNotes, { params, query: { limit: '100' } })).body
      expectPace(actionSetEvents.map(({ createdAt }) => Date.parse(createdAt)).reverse(), pace)
      expect(actionSetEvents.every(({ state }) => state === 'success')).toBe(true)
      // nothing is without a word
      expect(notes.filter(({ kind }) => kind === 'reset')).toHaveLength(resolved)
      expect(actionSetEvents.length + notes.filter(({ kind }) => kind === 'skipped').length).toBe(fired)
      if (pace.coolDownMinutes === 0 && pace.maxPerHour === null) expect(actionSetEvents).toHaveLength(fired)
      await app.call(deleteActions, { params })
    }),
    { numRuns: propertyRuns(30) },
  )
})

function expectPace(
  times: readonly number[],
  { coolDownMinutes, maxPerHour }: { coolDownMinutes: number; maxPerHour: number | null },
): void {
  for (const [index, at] of times.entries()) {
    const last = times[index - 1]
    if (last !== undefined) expect(at - last).toBeGreaterThanOrEqual(coolDownMinutes * MINUTE)
    const within = times.filter((one) => one <= at && one > at - 60 * MINUTE).length
    if (maxPerHour !== null) expect(within).toBeLessThanOrEqual(maxPerHour)
  }
}
