import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { readConfig } from '#settings/config.ts'
import { createBackend } from '#main/app/create-backend.ts'
import { createLogger } from '#kernel/logger.ts'
import type { ReleasePlan, ReleaseStatus } from '#shared/flags/schemas/release-plan.ts'
import { FakeClock } from '#support/service/fake-clock.ts'
import { BUILT_IN, type Releases } from '#support/stages/releases.ts'
import { ADMIN, type TestBackend } from '#support/service/start-backend.ts'
import { startReleases } from '#support/stages/start-releases.ts'
import { makeTempPlace } from '#support/runner/temp-place.ts'
import { wasm } from '#support/runner/wasm.ts'
import { archiveFeature } from '#shared/flags/contract/features.ts'
import { reviveFeature } from '#shared/flags/contract/archive.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
let app: TestBackend
let releases: Releases
let flag: string
let plan: ReleasePlan
let count = 0

beforeAll(async () => {
  ;({ app, releases } = await startReleases())
})
beforeEach(async () => {
  await app.backend.store.queries
    .deleteFrom('release_plan_definitions')
    .where('feature_name', 'is not', null)
    .execute()
  flag = await releases.addFlag(`flag-${++count}`)
  plan = await releases.addPlan(flag)
  await releases.on(flag)
})
afterAll(() => app.stop())

const progressions = (path: string) => `${releases.pathOf(flag)}/progressions/${path}`
const idOf = (index: number) => plan.milestones[index]?.id ?? ''
const active = () => releases.activeOf(flag)
const status = async () => {
  const { body } = await app.call('GET', `${releases.pathOf(flag)}/release-status`)
  return (body as ReleaseStatus).plan
}
const pause = () => app.call('POST', progressions(`${plan.id}/pause`))
const resume = () => app.call('POST', progressions(`${plan.id}/resume`))
/** Lets time pass, and does what is due. */
const wait = async (ms: number) => {
  app.clock.advance(ms)
  await app.backend.runJobs()
}
const instant = (ms = 0) => new Date(app.clock.now().getTime() + ms).toISOString()
const starts = async () =>
  (await releases.events('release-plan-milestone-started'))
    .filter((one) => one.featureName === flag)
    .map((one) => one.data?.['name'])
    .reverse()

describe('setting a progression', () => {
  it('is returned with the milestone, and with the start time of the next one', async () => {
    const answer = await releases.progress(flag, plan, 0, 120)
    expect(answer).toMatchObject({
      status: 200,
      body: {
        sourceMilestone: idOf(0),
        targetMilestone: idOf(1),
        transitionCondition: { intervalMinutes: 120 },
      },
    })
    expect((await releases.planOf(flag)).milestones[0]).toMatchObject({
      transitionCondition: { intervalMinutes: 120 },
    })
    expect(await status()).toEqual({
      id: plan.id,
      onHold: null,
      nextMilestoneId: idOf(1),
      dueAt: instant(2 * HOUR),
    })
    await releases.progress(flag, plan, 0, 60)
    const [changed] = await releases.events('milestone-progression-changed')
    expect(changed).toMatchObject({
      featureName: flag,
      data: { name: 'Rollout 25%', sourceMilestone: idOf(0), targetMilestone: idOf(1), intervalMinutes: 60 },
      preData: { intervalMinutes: 120 },
    })
  })

  it.each([
    [{ targetMilestone: 'x' }, '/body/transitionCondition'],
    [
      { targetMilestone: 'x', transitionCondition: { intervalMinutes: 0 } },
      '/body/transitionCondition/intervalMinutes',
    ],
    [
      { targetMilestone: 'x', transitionCondition: { intervalMinutes: 1.5 } },
      '/body/transitionCondition/intervalMinutes',
    ],
    [
      { targetMilestone: 'x', transitionCondition: { intervalMinutes: 1e9 } },
      '/body/transitionCondition/intervalMinutes',
    ],
    [{ targetMilestone: 'x', transitionCondition: { intervalMinutes: 1 } }, '/body/targetMilestone'],
  ])('rejects %j', async (body, path) => {
    expect(await app.call('PUT', progressions(idOf(0)), { body })).toMatchObject({
      status: 400,
      body: { details: [{ path }] },
    })
  })

  it('rejects a milestone that is not the next one, or unknown', async () => {
    const to = (targetMilestone: string) => ({ targetMilestone, transitionCondition: { intervalMinutes: 1 } })
    expect((await app.call('PUT', progressions(idOf(0)), { body: to(idOf(2)) })).status).toBe(400)
    expect((await app.call('PUT', progressions(idOf(3)), { body: to(idOf(0)) })).status).toBe(400)
    expect((await app.call('PUT', progressions('nope'), { body: to(idOf(2)) })).status).toBe(404)
  })

  it('can be removed', async () => {
    await releases.progress(flag, plan, 0, 1)
    expect(await app.call('DELETE', progressions(idOf(0)))).toMatchObject({ status: 204, text: '' })
    expect((await app.call('DELETE', progressions(idOf(0)))).status).toBe(204)
    expect((await app.call('DELETE', progressions('nope'))).status).toBe(404)
    await wait(HOUR)
    expect(await active()).toBe('Rollout 25%')
    expect(await releases.events('milestone-progression-deleted')).toHaveLength(1)
  })
})

describe('a progression', () => {
  it('starts the next milestone at its time, not before, and once', async () => {
    await releases.progress(flag, plan, 0, 60)
    await wait(HOUR - 1)
    expect(await active()).toBe('Rollout 25%')
    await wait(1)
    expect([await active(), await releases.rolloutsOf(flag)]).toEqual(['Rollout 50%', ['50']])
    expect(await releases.planOf(flag)).toMatchObject({
      milestones: [
        { progressionExecutedAt: instant() },
        { startedAt: instant(), progressionExecutedAt: null },
        {},
        {},
      ],
    })
    await Promise.all([app.backend.runJobs(), app.backend.runJobs()])
    await wait(DAY)
    expect(await starts()).toEqual(['Rollout 25%', 'Rollout 50%'])
    const [started] = await releases.events('release-plan-milestone-started')
    expect(started).toMatchObject({ createdBy: 'unleash_system_user', data: { dueAt: instant(-DAY) } })
    expect(started?.data).not.toHaveProperty('lateByMinutes')
  })

  it('advances one step after days of downtime, with the delay, and each step lasts its time', async () => {
    for (const index of [0, 1, 2]) await releases.progress(flag, plan, index, 60)
    const due = instant(HOUR)
    await wait(3 * DAY)
    expect(await active()).toBe('Rollout 50%')
    const [late] = await releases.events('release-plan-milestone-started')
    expect(late?.data).toMatchObject({ dueAt: due, lateByMinutes: 3 * 24 * 60 - 60 })
    await wait(HOUR - 1)
    expect(await active()).toBe('Rollout 50%')
    await wait(1)
    expect(await active()).toBe('Rollout 75%')
    await wait(HOUR)
    expect(await active()).toBe('Rollout 100%')
    await wait(DAY)
    expect(await starts()).toEqual(['Rollout 25%', 'Rollout 50%', 'Rollout 75%', 'Rollout 100%'])
    expect(await status()).toMatchObject({ nextMilestoneId: null, dueAt: null })
  })

  it('runs for each of several flags', async () => {
    const first = flag
    await releases.progress(flag, plan, 0, 60)
    flag = await releases.addFlag(`flag-${++count}`)
    plan = await releases.addPlan(flag)
    await releases.on(flag)
    await releases.progress(flag, plan, 0, 30)
    await wait(DAY)
    expect([await releases.activeOf(first), await active()]).toEqual(['Rollout 50%', 'Rollout 50%'])
  })

  it('continues from a milestone that was started manually', async () => {
    await releases.progress(flag, plan, 0, 60)
    await releases.progress(flag, plan, 1, 60)
    app.clock.advance(30 * MINUTE)
    await releases.start(flag, plan, 1)
    await wait(59 * MINUTE)
    expect(await active()).toBe('Rollout 50%')
    await wait(MINUTE)
    expect(await active()).toBe('Rollout 75%')
    // once started again, it progresses by itself again
    await releases.start(flag, plan, 0)
    await wait(HOUR)
    expect(await active()).toBe('Rollout 50%')
  })

  it('pauses when the clock is set back', async () => {
    await releases.progress(flag, plan, 0, 60)
    await wait(-DAY)
    expect(await active()).toBe('Rollout 25%')
    await wait(DAY + HOUR)
    expect(await active()).toBe('Rollout 50%')
  })
})

describe('a plan that is on hold', () => {
  beforeEach(() => releases.progress(flag, plan, 0, 60))

  it('by a pause does not progress, and keeps its remaining time', async () => {
    await wait(20 * MINUTE)
    expect(await pause()).toMatchObject({ status: 200, text: '' })
    expect((await releases.planOf(flag)).milestones[0]).toMatchObject({ pausedAt: instant() })
    app.clock.advance(MINUTE)
    expect((await pause()).status).toBe(200)
    await wait(DAY)
    expect([await active(), await status()]).toMatchObject([
      'Rollout 25%',
      { onHold: 'paused', nextMilestoneId: idOf(1), dueAt: null },
    ])
    expect(await resume()).toMatchObject({ status: 200, text: '' })
    expect((await releases.planOf(flag)).milestones[0]).toMatchObject({ pausedAt: null })
    expect(await status()).toMatchObject({ onHold: null, dueAt: instant(40 * MINUTE) })
    await wait(40 * MINUTE - 1)
    expect(await active()).toBe('Rollout 25%')
    await wait(1)
    expect(await active()).toBe('Rollout 50%')
    const told = [
      await releases.events('release-plan-progressions-paused'),
      await releases.events('release-plan-progressions-resumed'),
    ].map((events) => events.filter((one) => one.featureName === flag).length)
    expect(told).toEqual([1, 1])
    expect((await resume()).status).toBe(200)
  })

  it('by a disabled flag continues when the flag is enabled, with the remaining time', async () => {
    await wait(20 * MINUTE)
    await releases.off(flag)
    expect(await status()).toMatchObject({ onHold: 'environment-disabled', dueAt: null })
    await wait(DAY)
    expect(await active()).toBe('Rollout 25%')
    await releases.on(flag)
    expect([await active(), (await status())?.dueAt]).toEqual(['Rollout 25%', instant(40 * MINUTE)])
    await wait(40 * MINUTE)
    expect(await active()).toBe('Rollout 50%')
  })

  it('for both reasons continues when neither applies', async () => {
    await wait(20 * MINUTE)
    await releases.off(flag)
    await pause()
    app.clock.advance(HOUR)
    await releases.on(flag)
    expect((await status())?.onHold).toBe('paused')
    app.clock.advance(HOUR)
    await releases.off(flag)
    await resume()
    expect(await status()).toMatchObject({ onHold: 'environment-disabled', dueAt: null })
    app.clock.advance(HOUR)
    await releases.on(flag)
    expect((await status())?.dueAt).toBe(instant(40 * MINUTE))
  })

  it('by an archived flag continues only when the flag is revived and enabled', async () => {
    await wait(20 * MINUTE)
    await app.call(archiveFeature, { params: { projectId: 'default', featureName: flag } })
    expect(await status()).toMatchObject({ onHold: 'archived' })
    await wait(DAY)
    for (const call of [pause, resume]) expect((await call()).status).toBe(400)
    expect((await app.call('DELETE', progressions(idOf(0)))).status).toBe(400)
    await app.call(reviveFeature, { params: { featureName: flag } })
    await wait(DAY)
    expect(await active()).toBe('Rollout 25%')
    await releases.on(flag)
    expect((await status())?.dueAt).toBe(instant(40 * MINUTE))
  })

  it('continues when a milestone is started manually', async () => {
    await pause()
    await releases.start(flag, plan, 1)
    await releases.progress(flag, plan, 1, 10)
    await wait(10 * MINUTE)
    expect(await active()).toBe('Rollout 75%')
  })

  it('cannot be paused before it has started, or where there is no plan', async () => {
    flag = await releases.addFlag(`flag-${++count}`)
    for (const call of [pause, resume]) expect((await call()).status).toBe(404)
    plan = await releases.addPlan(flag)
    expect(await pause()).toMatchObject({
      status: 400,
      body: { details: [{ message: 'No milestone of the release plan has started' }] },
    })
  })
})

describe('a restart', () => {
  it('loses no progression, and repeats none', async () => {
    const { at, remove } = await makeTempPlace()
    const clock = new FakeClock()
    const start = () =>
      createBackend({
        config: readConfig({ ...at, port: '0' }, { INIT_ADMIN_API_TOKENS: ADMIN }),
        wasm,
        logger: createLogger('silent'),
        clock,
      })
    let backend = await start()
    const call = async (method: 'GET' | 'POST' | 'PUT', url: string, body?: object) => {
      const answer = await backend.http.inject({
        method,
        url: `/api/admin/projects/default/features${url}`,
        headers: { host: 'localhost:4242', authorization: ADMIN },
        ...(body ? { payload: body } : {}),
      })
      expect(answer.statusCode, answer.body).toBeLessThan(300)
      return answer.body === '' ? undefined : answer.json<unknown>()
    }
    const restart = async (pauseMs: number) => {
      await backend.close()
      clock.advance(pauseMs)
      backend = await start()
    }
    const here = '/rolled/environments/development'
    await call('POST', '', { name: 'rolled' })
    const added = (await call('POST', `${here}/release-plans`, { templateId: BUILT_IN })) as ReleasePlan
    await call('POST', `${here}/on`)
    for (const index of [0, 1]) {
      await call('PUT', `${here}/progressions/${added.milestones[index]?.id}`, {
        targetMilestone: added.milestones[index + 1]?.id,
        transitionCondition: { intervalMinutes: 60 },
      })
    }
    const activeIndex = async () => {
      const [one] = (await call('GET', `${here}/release-plans`)) as ReleasePlan[]
      return one?.milestones.findIndex((milestone) => milestone.id === one.activeMilestoneId)
    }
    await restart(30 * MINUTE)
    await backend.runJobs()
    expect(await activeIndex()).toBe(0)
    await restart(2 * DAY)
    await backend.runJobs()
    expect(await activeIndex()).toBe(1)
    await restart(1000)
    await backend.runJobs()
    expect(await activeIndex()).toBe(1)
    await restart(HOUR)
    await backend.runJobs()
    expect(await activeIndex()).toBe(2)
    await backend.close()
    await remove()
  })
})
