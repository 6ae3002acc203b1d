import { describe, expect, it } from 'vitest'

import { createApiToken } from '#shared/access/contract/api-tokens.ts'
import { findResultChanges } from '#shared/insight/contract/explain.ts'
import { getPastPlayground } from '#shared/insight/contract/playground.ts'
import { createProject } from '#shared/projects/contract/project-lifecycle.ts'
import { archiveFeature } from '#shared/flags/contract/features.ts'
import { removeOverride, setOverride } from '#shared/flags/contract/overrides.ts'
import type { ResultChanges } from '#shared/insight/schemas/result-changes.ts'
import { rollout } from '#support/stages/releases.ts'
import {
  app,
  changesOf,
  CONTEXT,
  create,
  explainAt,
  find,
  releases,
  summary,
  tick,
  useResultChanges,
} from '#support/stages/result-changes.ts'

useResultChanges()

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

  it('are found in overrides for a token and for a header, for requests with these only', async () => {
    const body = { tokenName: 'shop', type: 'frontend', environment: 'development', projects: ['default'] }
    const { secret } = (await app.call(createApiToken, { body })).body
    await create('asked-by')
    const place = { projectId: 'default', featureName: 'asked-by', environment: 'development' }
    const set = async (audience: string, enabled: boolean, until: string | null = null) => {
      const before = tick()
      await app.call(setOverride, { params: { ...place, audience }, body: { enabled, until } })
      return before
    }
    const beforeToken = await set('token:shop', true)
    const beforeHeader = await set('header:ada', false)
    const withBoth = tick()
    await app.call(removeOverride, { params: { ...place, audience: 'header:ada' } })
    tick()
    await app.call(removeOverride, { params: { ...place, audience: 'token:shop' } })
    tick()

    const both = { token: 'shop', overlay: 'ada' }
    expect(summary(await changesOf('asked-by', both))).toEqual([
      ['feature-override-removed', 'strategy-matched', 'disabled'],
      ['feature-override-removed', 'disabled', 'strategy-matched'],
      ['feature-override-set', 'strategy-matched', 'disabled'],
      ['feature-override-set', 'disabled', 'strategy-matched'],
      ['feature-created', 'unknown-flag', 'disabled'],
    ])
    const [first] = (await changesOf('asked-by', { token: 'shop' })).changes
    expect(first?.before.explanation).toContain('Overridden for token shop by admin: on.')
    for (const others of [{}, { overlay: 'bob' }, { token: 'other' }])
      expect(summary(await changesOf('asked-by', others))).toHaveLength(1)
    // the headers of a request say the same
    const { body: found } = await app.call('POST', findResultChanges.path, {
      body: { flag: 'asked-by', environment: 'development', context: CONTEXT },
      headers: { 'x-halyard-as-token': 'shop', 'x-halyard-overlay': 'ada' },
    })
    expect(summary(found as ResultChanges)).toHaveLength(5)

    const isOnAt = async (at: string, asked: object) => {
      const environments = ['development']
      const { features } = (
        await app.call(getPastPlayground, {
          body: { environments, context: { appName: 'x' }, features: ['asked-by'], at, ...asked },
        })
      ).body
      return features[0]?.environments['development']?.[0]?.isEnabled
    }
    const times = [beforeToken, beforeHeader, withBoth]
    const seen = async (asked: object) => Promise.all(times.map((at) => isOnAt(at, asked)))
    expect(await seen({ token: 'shop' })).toEqual([false, true, true])
    expect(await seen(both)).toEqual([false, true, false])
    expect(await seen({})).toEqual([false, false, false])
    expect(secret).not.toBe('')
    expect(JSON.stringify(found)).not.toContain(secret)
  })

  it('that end by themselves are told of the end of an override for a header', async () => {
    await create('timed-by')
    const params = {
      ...{ projectId: 'default', featureName: 'timed-by', environment: 'development' },
      audience: 'header:ada',
    }
    const until = new Date(app.clock.now().getTime() + 60_000).toISOString()
    await app.call(setOverride, { params, body: { enabled: true, until } })
    app.clock.advance(61_000)
    await app.backend.runJobs()
    expect(summary(await changesOf('timed-by', { overlay: 'ada' }))[0]).toEqual([
      'feature-override-removed',
      'strategy-matched',
      'disabled',
    ])
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
