import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { addProject } from '#support/stages/projects.ts'
import { BACKEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { getClientFeature } from '#shared/clients/contract/client-api.ts'
import { reviveFeature } from '#shared/flags/contract/archive.ts'
import { searchEvents } from '#shared/audit/contract/events.ts'

const PROJECT = '/api/admin/projects/default'
const FEATURES = `${PROJECT}/features`
let app: TestBackend
let child = ''
let parent = ''
let count = 0

beforeAll(async () => {
  app = await startBackend()
  await addProject(app, 'other')
  await app.call(createFeature, { params: { projectId: 'other' }, body: { name: 'foreign' } })
})
beforeEach(async () => {
  child = `child-${count}`
  parent = `parent-${count++}`
  for (const name of [child, parent]) await app.call('POST', FEATURES, { body: { name } })
})
afterAll(() => app.stop())

const depend = (of: string, body: unknown) => app.call('POST', `${FEATURES}/${of}/dependencies`, { body })
const refused = (message: string) => ({ status: 403, body: { name: 'InvalidOperationError', message } })
const get = async (path: string) => (await app.call('GET', path)).body

describe('adding a parent to a flag', () => {
  it('shows it on both flags, and to SDKs', async () => {
    expect(await depend(child, { feature: parent })).toMatchObject({ status: 200, text: '' })
    expect(await get(`${FEATURES}/${child}`)).toMatchObject({
      dependencies: [{ feature: parent, enabled: true, variants: [] }],
    })
    expect(await get(`${FEATURES}/${parent}`)).toMatchObject({ children: [child] })
    const { body } = await app.call(getClientFeature, { params: { featureName: child }, token: BACKEND })
    expect(body).toMatchObject({ dependencies: [{ feature: parent, enabled: true }] })
    expect(await get(`${PROJECT}/dependencies`)).toBe(true)
    expect(await get('/api/admin/projects/other/dependencies')).toBe(false)
  })

  it('again replaces the condition', async () => {
    await depend(child, { feature: parent })
    await depend(child, { feature: parent, enabled: false, variants: ['a'] })
    expect(await get(`${FEATURES}/${child}`)).toMatchObject({
      dependencies: [{ feature: parent, enabled: false, variants: ['a'] }],
    })
  })

  it('is limited to one level, within one project', async () => {
    await depend(child, { feature: parent })
    const { body: third } = await app.call('POST', FEATURES, { body: { name: `third-${count}` } })
    const { name } = third as { name: string }
    expect(await depend(parent, { feature: parent })).toMatchObject(
      refused('A feature flag cannot depend on itself.'),
    )
    expect(await depend(parent, { feature: name })).toMatchObject(
      refused(
        'Transitive dependency detected. Cannot add a dependency to the feature that other features depend on.',
      ),
    )
    expect(await depend(name, { feature: child })).toMatchObject(
      refused(
        'Transitive dependency detected. Cannot add a dependency to the feature that has parent dependency.',
      ),
    )
    expect(await depend(name, { feature: 'nope' })).toMatchObject(refused('No active feature nope exists'))
    expect(await depend(name, { feature: 'foreign' })).toMatchObject(
      refused('Parent and child features should be in the same project'),
    )
    await app.call('DELETE', `${FEATURES}/${name}`)
    expect(await depend(child, { feature: name })).toMatchObject(refused(`No active feature ${name} exists`))
    expect((await depend(child, {})).status).toBe(400)
    expect((await depend('nope', { feature: parent })).status).toBe(404)
  })
})

describe('removing dependencies', () => {
  it('removes one, or all', async () => {
    const path = `${FEATURES}/${child}/dependencies`
    await depend(child, { feature: parent })
    expect(await app.call('DELETE', `${path}/${parent}`)).toMatchObject({ status: 200, text: '' })
    // until version 8, removing nothing is not an error (recorded exchange flag-relations/dependency-delete-all)
    const missing = { status: 200, text: '' }
    expect(await app.call('DELETE', `${path}/${parent}`)).toMatchObject(missing)
    await depend(child, { feature: parent })
    expect(await app.call('DELETE', path)).toMatchObject({ status: 200, text: '' })
    expect(await app.call('DELETE', path)).toMatchObject(missing)
    for (const unknown of [`${FEATURES}/nope/dependencies`, `${FEATURES}/nope/dependencies/${parent}`])
      expect((await app.call('DELETE', unknown)).status).toBe(404)
    await app.call('DELETE', `${FEATURES}/${child}`)
    expect((await app.call('DELETE', path)).status, 'archived').toBe(400)
    expect((await app.call('DELETE', `${path}/${parent}`)).status, 'archived').toBe(400)
    await app.call(reviveFeature, { params: { featureName: child } })
    const { body } = await app.call(searchEvents, { query: { feature: `IS:${child}` } })
    expect(body.events.map((event) => event.type).slice(2, 6)).toEqual([
      'feature-dependencies-removed',
      'feature-dependency-added',
      'feature-dependency-removed',
      'feature-dependency-added',
    ])
  })
})

describe('the possible parents', () => {
  it('are flags of the project without dependencies', async () => {
    const options = async (of: string) => (await get(`${FEATURES}/${of}/parents`)) as string[]
    expect(await options(child)).toContain(parent)
    expect(await options(child)).not.toContain(child)
    expect(await options(child)).not.toContain('foreign')
    await depend(child, { feature: parent })
    expect(await options(`child-${count - 2}`)).not.toContain(child)
    expect(await options(parent)).toEqual([])
    expect((await app.call('GET', `${FEATURES}/nope/parents`)).status).toBe(404)
  })

  it('are found by a part of their name, in any letter case, up to the requested number', async () => {
    const all = (await get(`${FEATURES}/${child}/parents`)) as string[]
    expect(await get(`${FEATURES}/${child}/parents?query=${parent.toUpperCase()}`)).toEqual(
      all.filter((name) => name.includes(parent)),
    )
    expect(await get(`${FEATURES}/${child}/parents?query=%25`)).toEqual([])
    expect(await get(`${FEATURES}/${child}/parents?limit=1`)).toEqual(all.slice(0, 1))
    expect((await app.call('GET', `${FEATURES}/${child}/parents?limit=some`)).status).toBe(400)
  })

  it('come with their variants, of all environments', async () => {
    await app.call('PUT', `${FEATURES}/${parent}/variants-batch`, {
      body: { environments: ['production'], variants: [{ name: 'zebra', weight: 1000 }] },
    })
    const variant = { weight: 1000, weightType: 'variable', stickiness: 'default' }
    await app.call('POST', `${FEATURES}/${parent}/environments/development/strategies`, {
      body: { name: 'default', variants: [{ ...variant, name: 'ant' }] },
    })
    expect(await get(`${FEATURES}/${parent}/parent-variants`)).toEqual(['ant', 'zebra'])
    expect((await app.call('GET', `${FEATURES}/nope/parent-variants`)).status).toBe(404)
  })
})
