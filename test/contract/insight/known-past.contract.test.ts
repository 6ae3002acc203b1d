import { describe, expect, it } from 'vitest'

import { removeEnvironmentFromProject } from '#shared/projects/contract/project-environments.ts'
import { createProject } from '#shared/projects/contract/project-lifecycle.ts'
import { archiveFeature, changeProject } from '#shared/flags/contract/features.ts'
import { explainFlagWithPost } from '#shared/insight/contract/explain.ts'
import { getAdvancedPlayground, getPastPlayground } from '#shared/insight/contract/playground.ts'
import type { ResultChanges } from '#shared/insight/schemas/result-changes.ts'
import {
  app,
  changesOf,
  CONTEXT,
  create,
  explainAt,
  find,
  releases,
  tick,
  useResultChanges,
} from '#support/stages/result-changes.ts'

useResultChanges()

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
