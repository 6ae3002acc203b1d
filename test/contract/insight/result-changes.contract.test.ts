import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { removeEnvironmentFromProject } from '#shared/projects/contract/project-environments.ts'
import { createProject } from '#shared/projects/contract/project-lifecycle.ts'
import { archiveFeature, changeProject, createFeature } from '#shared/flags/contract/features.ts'
import { removeOverride, setOverride } from '#shared/flags/contract/overrides.ts'
import { explainFlagWithPost, findResultChanges } from '#shared/insight/contract/explain.ts'
import { getAdvancedPlayground, getPastPlayground } from '#shared/insight/contract/playground.ts'
import type { ResultChanges } from '#shared/insight/schemas/result-changes.ts'
import { startBackend, type Answer, type TestBackend } from '#support/service/start-backend.ts'
import { releasesOf, rollout, type Releases } from '#support/stages/releases.ts'

let app: TestBackend
let releases: Releases
const CONTEXT = { userId: '7' }

beforeAll(async () => {
  app = await startBackend({ users: [{ username: 'viewer', roles: ['Viewer'] }] })
  releases = releasesOf(app)
})
afterAll(() => app.stop())

/** The time now; what follows happens a second later. */
function tick(): string {
  const at = app.clock.now().toISOString()
  app.clock.advance(1000)
  return at
}
const create = async (name: string, projectId = 'default') => {
  await app.call(createFeature, { params: { projectId }, body: { name } })
  tick()
}
const find = (body: object, as?: string) =>
  app.call('POST', findResultChanges.path, {
    body: { environment: 'development', ...body },
    ...(as ? { as } : {}),
  })
const changesOf = async (flag: string, more: object = {}): Promise<ResultChanges> => {
  const answer = await find({ flag, context: CONTEXT, ...more })
  expect(answer.status === 200 ? '' : answer.text).toBe('')
  return answer.body as ResultChanges
}
const summary = ({ changes }: ResultChanges) =>
  changes.map(({ events, before, after }) => [
    events.map(({ type }) => type).join(' '),
    before.reason,
    after.reason,
  ])
const explainAt = (flag: string, at: string): Promise<Answer> =>
  app.call('POST', explainFlagWithPost.path, {
    body: { flag, environment: 'development', context: CONTEXT, at },
  })

describe('the changes of a result', () => {
  it('name who changed it, when, and the reasons before and after', async () => {
    await create('told')
    const at = tick()
    await releases.on('told')
    tick()
    await app.call('PUT', '/api/admin/projects/default/features/told', { body: { description: 'other' } })
    tick()
    const { changes, outcome, limits, hasMore, searchedTo } = await changesOf('told')
    expect({ limits, hasMore, searchedTo }).toEqual({ limits: [], hasMore: false, searchedTo: null })
    expect(outcome).toMatchObject({ enabled: true, variant: null, reason: 'default-strategy-matched' })
    expect(changes).toMatchObject([
      {
        flag: 'told',
        at: new Date(Date.parse(at) + 1000).toISOString(),
        cause: 'events',
        events: [
          { canUndo: true, createdBy: expect.any(String) as string },
          { type: 'feature-environment-enabled' },
        ],
        differs: ['enabled', 'reason'],
        before: { enabled: false, explanation: ['Off: it is disabled in this environment.'] },
        after: { enabled: true },
      },
      { events: [{ type: 'feature-created' }], before: { reason: 'unknown-flag' }, differs: ['reason'] },
    ])
  })

  it('are found in parents and segments, also those that the flag no longer has', async () => {
    const { body: segment } = await app.call('POST', '/api/admin/segments', {
      body: { name: 'sevens', constraints: [{ contextName: 'userId', operator: 'IN', values: ['7'] }] },
    })
    const { id } = segment as { id: number }
    for (const name of ['parent', 'other', 'child']) {
      await create(name)
      await releases.on(name)
    }
    const since = tick()
    const path = '/api/admin/projects/default/features/child'
    await app.call('POST', `${path}/dependencies`, { body: { feature: 'parent' } })
    tick()
    await releases.off('parent')
    tick()
    await app.call('DELETE', `${path}/dependencies`)
    tick()
    const { body } = await app.call('GET', `${path}/environments/development/strategies`)
    const [first] = body as { id: string }[]
    await app.call('PUT', `${path}/environments/development/strategies/${first?.id}`, {
      body: { name: 'default', parameters: {}, segments: [id] },
    })
    tick()
    await app.call('PUT', `/api/admin/segments/${id}`, {
      body: { name: 'sevens', constraints: [{ contextName: 'userId', operator: 'IN', values: ['8'] }] },
    })
    tick()
    await releases.off('other')
    expect(summary(await changesOf('child', { since }))).toEqual(
      [
        ['segment-updated', 'strategy-matched', 'no-strategy-matched'],
        ['feature-strategy-update', 'default-strategy-matched', 'strategy-matched'],
        ['feature-dependencies-removed', 'parent-off', 'default-strategy-matched'],
        ['feature-environment-disabled', 'default-strategy-matched', 'parent-off'],
      ].map(([type, ...rest]) => [expect.stringContaining(type?.slice(0, 18) ?? '') as string, ...rest]),
    )
  })

  it('are found in the milestones of release plans, and in their removal', async () => {
    await releases.addFlag('released')
    const template = await releases.createTemplate({
      name: 'half',
      milestones: [rollout('Nobody', 0, 0), rollout('Everybody', 1, 100)],
    })
    tick()
    const plan = await releases.addPlan('released', template.id)
    await releases.on('released')
    const nobody = tick()
    await releases.start('released', plan, 1)
    const everybody = tick()
    await releases.start('released', plan, 1)
    tick()
    await app.call('DELETE', `${releases.pathOf('released')}/release-plans/${plan.id}`)
    tick()
    const found = await changesOf('released', { since: nobody })
    expect(found.limits).toEqual([])
    expect(found.changes.map(({ before, after }) => [before.enabled, after.enabled])).toEqual([
      [true, false],
      [false, true],
    ])
    expect(found.changes[1]?.events).toMatchObject([
      { type: 'release-plan-milestone-started', canUndo: false },
    ])
    for (const [at, enabled] of [
      [nobody, false],
      [everybody, true],
    ] as const)
      expect((await explainAt('released', at)).body).toMatchObject({ enabled, at })
  })

  it('are found in overrides, also in those of a deleted flag', async () => {
    await create('laid')
    const params = {
      projectId: 'default',
      featureName: 'laid',
      environment: 'development',
      audience: 'user:7',
    }
    await app.call(setOverride, { params, body: { enabled: true, variant: { name: 'blue' } } })
    const laid = tick()
    await app.call(archiveFeature, { params: { projectId: 'default', featureName: 'laid' } })
    tick()
    await app.call('DELETE', '/api/admin/archive/laid')
    tick()
    const found = await changesOf('laid')
    expect(summary(found)).toEqual([
      ['feature-archived', 'strategy-matched', 'unknown-flag'],
      ['feature-override-set', 'disabled', 'strategy-matched'],
      ['feature-created', 'unknown-flag', 'disabled'],
    ])
    expect(found.changes[1]).toMatchObject({
      differs: ['enabled', 'variant', 'reason'],
      after: { variant: 'blue' },
    })
    expect((await explainAt('laid', laid)).body).toMatchObject({
      enabled: true,
      overrides: [{ audience: 'user:7' }],
    })
    expect((await app.call(removeOverride, { params })).status).toBe(404)
  })

  it('are those of a whole write: what nobody saw in its middle is none', async () => {
    await create('imported')
    await releases.on('imported')
    const since = tick()
    await app.call('POST', '/api/admin/projects/default/bulk_features/environments/development/off', {
      body: { features: ['imported'] },
    })
    tick()
    const { changes } = await changesOf('imported', { since })
    expect(changes).toHaveLength(1)
  })

  it('can be searched up to a time, and since one', async () => {
    await create('toggled')
    const times: string[] = []
    for (let n = 0; n < 4; n++) {
      if (n % 2 === 0) await releases.on('toggled')
      else await releases.off('toggled')
      times.push(tick())
    }
    const between = await changesOf('toggled', { since: times[0], until: times[2] })
    expect(between.changes.map(({ at }) => at)).toEqual([times[2], times[1]])
    expect(between.outcome).toMatchObject({ enabled: true })
    expect(between.searchedTo).toBe(times[0])
  })

  it('are the newest hundred, and a search until then finds the others', async () => {
    await create('restless')
    for (let n = 0; n < 130; n++) {
      if (n % 2 === 0) await releases.on('restless')
      else await releases.off('restless')
      tick()
    }
    const first = await changesOf('restless')
    expect([first.changes.length, first.hasMore]).toEqual([100, true])
    const rest = await changesOf('restless', { until: first.searchedTo })
    // with the creation of the flag
    expect([rest.changes.length, rest.hasMore]).toEqual([31, false])
  })

  it('have all of one time in one answer, and say how many there was no room for', async () => {
    await app.call(createProject, { body: { id: 'wide', name: 'Wide', environments: ['development'] } })
    const { body: segment } = await app.call('POST', '/api/admin/segments', {
      body: { name: 'everywhere', constraints: [] },
    })
    const { id } = segment as { id: number }
    for (let n = 0; n < 105; n++) {
      const at = `/api/admin/projects/wide/features/wide-${n}/environments/development`
      await create(`wide-${n}`, 'wide')
      await app.call('POST', `${at}/strategies`, { body: { name: 'default', segments: [id] } })
      await app.call('POST', `${at}/on`)
    }
    const since = tick()
    const nobody = { contextName: 'userId', operator: 'IN', values: ['nobody'] }
    await app.call('PUT', `/api/admin/segments/${id}`, {
      body: { name: 'everywhere', constraints: [nobody] },
    })
    const at = tick()
    const { body } = await find({ project: 'wide', context: CONTEXT, since })
    const { changes, omitted, hasMore } = body as ResultChanges
    expect([changes.length, omitted, hasMore]).toEqual([100, 5, false])
    expect(new Set(changes.map((one) => one.differs[0]))).toEqual(new Set(['enabled']))
    expect(at > since).toBe(true)
  })

  it('of several writes of one instant are in one answer', async () => {
    await create('instant')
    tick()
    for (let n = 0; n < 130; n++) {
      if (n % 2 === 0) await releases.on('instant')
      else await releases.off('instant')
    }
    tick()
    const { changes, omitted } = await changesOf('instant')
    // with the creation of the flag, which is older, in the next answer
    expect([changes.length, omitted]).toEqual([100, 30])
  })

  it('are found for all flags of a project', async () => {
    await app.call(createProject, { body: { id: 'shop', name: 'Shop', environments: ['development'] } })
    await create('cart', 'shop')
    await create('list', 'shop')
    const since = tick()
    for (const name of ['cart', 'list']) {
      await app.call('POST', `/api/admin/projects/shop/features/${name}/environments/development/on`)
      tick()
    }
    const { body } = await find({ project: 'shop', context: CONTEXT, since })
    const { changes, outcome } = body as ResultChanges
    expect(changes.map(({ flag, differs }) => [flag, differs[0]])).toEqual([
      ['list', 'enabled'],
      ['cart', 'enabled'],
    ])
    expect(outcome).toBeNull()
  })

  it('say when a result depends on chance', async () => {
    await create('chance')
    const path = `${releases.pathOf('chance')}/strategies`
    const parameters = { rollout: '50', stickiness: 'default', groupId: 'chance' }
    await app.call('POST', path, { body: { name: 'flexibleRollout', parameters } })
    await releases.on('chance')
    tick()
    expect((await changesOf('chance')).byChance).toBe(false)
    expect((await changesOf('chance', { context: {} })).byChance).toBe(true)
  })
})

describe('what the log does not hold', () => {
  it('is named: the state before an environment was removed', async () => {
    await app.call(createProject, {
      body: { id: 'lossy', name: 'Lossy', environments: ['development', 'production'] },
    })
    await create('lost', 'lossy')
    const on = '/api/admin/projects/lossy/features/lost/environments/development/on'
    await app.call('POST', on)
    const before = tick()
    await app.call(removeEnvironmentFromProject, {
      params: { projectId: 'lossy', environment: 'development' },
    })
    tick()
    await app.call('POST', '/api/admin/projects/lossy/environments', { body: { environment: 'development' } })
    tick()
    await app.call('POST', on)
    tick()
    const found = await changesOf('lost')
    expect(found.changes.map(({ after }) => after.enabled)).toEqual([true])
    expect(found.limits).toMatchObject([
      { flag: 'lost', reason: expect.stringContaining('Environment') as string },
    ])
    const asked = await explainAt('lost', before)
    expect(asked.status).toBe(400)
    expect(asked.text).toContain('/body/at')
    const { body } = await app.call(getPastPlayground, {
      body: { environments: ['development'], projects: ['lossy'], at: before, context: { appName: 'x' } },
    })
    expect(body).toMatchObject({ features: [], unknown: [{ flag: 'lost' }] })
  })

  it('is not told of a private project from which a flag came', async () => {
    await app.call(createProject, { body: { id: 'quiet', name: 'Quiet', environments: ['development'] } })
    await app.call(createProject, { body: { id: 'loud', name: 'Loud', environments: ['development'] } })
    await create('mover', 'quiet')
    const on = (project: string) => `/api/admin/projects/${project}/features/mover/environments/development`
    await app.call('POST', `${on('quiet')}/on`)
    const quiet = tick()
    await app.call(changeProject, {
      params: { projectId: 'quiet', featureName: 'mover' },
      body: { newProjectId: 'loud' },
    })
    tick()
    await app.call('POST', `${on('loud')}/off`)
    const loud = tick()
    await app.call('PUT', '/api/admin/projects/quiet/settings', { body: { mode: 'private' } })
    tick()
    const seen = await find({ flag: 'mover', context: CONTEXT }, 'viewer')
    expect((seen.body as ResultChanges).changes).toHaveLength(1)
    expect((seen.body as ResultChanges).limits).toMatchObject([{ flag: 'mover', before: loud }])
    expect(seen.text).not.toContain('quiet')
    expect((await changesOf('mover')).changes).toHaveLength(3)
    const body = { flag: 'mover', environment: 'development', at: quiet }
    const then = await app.call('POST', explainFlagWithPost.path, { body, as: 'viewer' })
    expect(then.status).toBe(400)
    expect(then.text).not.toContain(quiet)
  })

  it('is nothing of a flag that the caller cannot see, as of one that never was', async () => {
    await app.call('POST', '/api/admin/projects', {
      body: { id: 'secret', name: 'Secret', mode: 'private', environments: ['development'] },
    })
    await create('veiled', 'secret')
    const at = tick()
    const answers = await Promise.all(
      ['veiled', 'absent'].map(async (flag) => {
        const found = await find({ flag }, 'viewer')
        const then = await app.call('POST', explainFlagWithPost.path, {
          body: { flag, environment: 'development', at },
          as: 'viewer',
        })
        return [found, then].map(({ status, text }) => [status, text.replaceAll(flag, 'FLAG')])
      }),
    )
    expect(answers[0]).toEqual(answers[1])
    expect((await changesOf('veiled')).changes).toHaveLength(1)
    const [secret, none] = await Promise.all(
      ['secret', 'absent'].map(async (project) => (await find({ project }, 'viewer')).text),
    )
    expect(secret).toBe(none)
  })

  it('is a reason to reject a request that asks for it', async () => {
    const later = new Date(app.clock.now().getTime() + 1000).toISOString()
    expect((await explainAt('told', later)).text).toContain('/body/at')
    expect((await find({ flag: 'told', until: later })).text).toContain('/body/until')
    expect((await find({ flag: 'told', since: later })).text).toContain('/body/since')
    for (const body of [{}, { flag: 'told', project: 'default' }]) expect((await find(body)).status).toBe(400)
  })
})

it('the playground as of a time has the flags that were there, by the project of then', async () => {
  await create('kept')
  await releases.on('kept')
  await create('passing')
  const at = tick()
  await app.call(archiveFeature, { params: { projectId: 'default', featureName: 'passing' } })
  await app.call('DELETE', '/api/admin/archive/passing')
  await releases.off('kept')
  await create('newer')
  const body = {
    environments: ['development'],
    projects: ['default'],
    context: { appName: 'x', userId: '7' },
  }
  type Plays = readonly { name: string; environments: Record<string, { isEnabled: boolean }[]> }[]
  const resultsOf = (features: Plays) =>
    new Map(features.map(({ name, environments }) => [name, environments['development']?.[0]?.isEnabled]))
  const then = resultsOf((await app.call(getPastPlayground, { body: { ...body, at } })).body.features)
  expect([then.get('kept'), then.get('passing'), then.has('newer')]).toEqual([true, false, false])
  const now = resultsOf((await app.call(getAdvancedPlayground, { body })).body.features)
  expect([now.get('kept'), now.has('passing'), now.get('newer')]).toEqual([false, false, false])
  const one = await app.call(getPastPlayground, { body: { ...body, at, features: ['kept'] } })
  expect(one.body.features.map(({ name }) => name)).toEqual(['kept'])
})

it('events that retention removed end what is known', async () => {
  await create('aged')
  await releases.on('aged')
  const early = tick()
  await releases.off('aged')
  const kept = tick()
  await app.backend.store.transaction((queries) =>
    queries.deleteFrom('events').where('created_at', '<', kept).execute(),
  )
  const found = await changesOf('aged')
  expect(found.changes).toHaveLength(1)
  expect(found.limits).toMatchObject([{ flag: null, before: kept }])
  expect((await explainAt('aged', early)).status).toBe(400)
})
