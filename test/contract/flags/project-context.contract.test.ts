import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { addProject } from '#support/stages/projects.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import {
  getContextFieldForProject,
  validateContextFieldNameForProject,
  updateContextFieldForProject,
  deleteContextFieldLegalValueForProject,
  getStrategiesByContextFieldForProject,
} from '#shared/flags/contract/project-context.ts'
import { getContextField } from '#shared/flags/contract/context.ts'
import { deleteFeatureStrategy } from '#shared/flags/contract/strategies.ts'

const CONTEXT = '/api/admin/projects/default/context'
let app: TestBackend

beforeAll(async () => {
  app = await startBackend({ users: [{ username: 'owner', roles: ['Viewer', 'Owner'] }] })
  await addProject(app, 'other')
  await app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'flag' } })
})
afterAll(() => app.stop())

const create = (body: unknown, project = 'default', as?: string) =>
  app.call('POST', `/api/admin/projects/${project}/context`, { body, ...(as ? { as } : {}) })
const names = async (query = '') =>
  ((await app.call('GET', `${CONTEXT}${query}`)).body as { name: string }[]).map((one) => one.name)

describe('the context fields of a project', () => {
  it('are listed with those of the instance on request', async () => {
    expect(await names()).toEqual([])
    const created = await create({ name: 'projField' })
    expect([created.status, created.headers['location']]).toEqual([201, 'context/projField'])
    expect(created.body).toEqual({
      name: 'projField',
      description: null,
      stickiness: false,
      sortOrder: 0,
      legalValues: [],
      createdAt: '2026-11-21T12:00:00.000Z',
      project: 'default',
    })
    expect(await names()).toEqual(['projField'])
    expect(await names('?include=root')).toContain('userId')
    expect(
      (
        await app.call(getContextFieldForProject, {
          params: { projectId: 'default', contextField: 'projField' },
        })
      ).body,
    ).toEqual(created.body)
    expect(
      (
        await app.call(getContextFieldForProject, {
          params: { projectId: 'default', contextField: 'userId' },
        })
      ).status,
    ).toBe(404)
    expect((await app.call(getContextField, { params: { contextField: 'projField' } })).status).toBe(404)
    expect(
      (
        await app.call(getContextFieldForProject, {
          params: { projectId: 'other', contextField: 'projField' },
        })
      ).status,
    ).toBe(404)
  })

  it('have names of their own', async () => {
    expect((await create({ name: 'userId' })).status).toBe(409)
    const validate = (name: string) =>
      app.call(validateContextFieldNameForProject, { params: { projectId: 'default' }, body: { name } })
    expect((await validate('projField')).status).toBe(409)
    expect(await validate('fresh')).toMatchObject({ status: 200, text: '' })
    expect((await create({ name: 'x' }, 'nope')).status).toBe(404)
  })

  it('are changed, with their legal values', async () => {
    const path = `${CONTEXT}/projField`
    expect((await app.call('PUT', path, { body: { description: 'Ours' } })).status).toBe(200)
    const legal = (body: unknown, at = path) => app.call('POST', `${at}/legal-values`, { body })
    expect((await legal({ value: 'a' })).status).toBe(200)
    expect((await legal({ value: 'b', description: 'B' })).status).toBe(200)
    expect((await app.call('DELETE', `${path}/legal-values/a`)).status).toBe(200)
    expect((await app.call('GET', path)).body).toMatchObject({
      description: 'Ours',
      legalValues: [{ value: 'b', description: 'B' }],
    })
    const other = '/api/admin/projects/other/context/projField'
    expect(
      (
        await app.call(updateContextFieldForProject, {
          params: { projectId: 'other', contextField: 'projField' },
          body: {},
        })
      ).status,
    ).toBe(404)
    expect((await legal({ value: 'a' }, other)).status).toBe(404)
    expect(
      (
        await app.call(deleteContextFieldLegalValueForProject, {
          params: { projectId: 'other', contextField: 'projField', legalValue: 'b' },
        })
      ).status,
    ).toBe(404)
  })

  it('are deleted while nothing uses them', async () => {
    const path = `${CONTEXT}/projField`
    const strategies = '/api/admin/projects/default/features/flag/environments/development/strategies'
    const constraint = { contextName: 'projField', operator: 'IN', values: ['b'] }
    const { body } = await app.call('POST', strategies, {
      body: { name: 'default', constraints: [constraint] },
    })
    const { id } = body as { id: string }
    expect((await app.call('GET', `${path}/strategies`)).body).toMatchObject({ strategies: [{ id }] })
    expect(
      (
        await app.call(getStrategiesByContextFieldForProject, {
          params: { projectId: 'other', contextField: 'projField' },
        })
      ).body,
    ).toEqual({
      strategies: [],
    })
    expect((await app.call('DELETE', path)).status).toBe(409)
    await app.call(deleteFeatureStrategy, {
      params: { projectId: 'default', featureName: 'flag', environment: 'development', strategyId: id },
    })
    expect((await app.call('DELETE', path)).status).toBe(200)
    expect((await app.call('DELETE', path)).status).toBe(404)
  })

  it('are managed by an Owner, in their project only', async () => {
    expect((await create({ name: 'ours' }, 'default', 'owner')).status).toBe(201)
    expect(await create({ name: 'theirs' }, 'other', 'owner')).toMatchObject({
      status: 403,
      body: { permissions: ['CREATE_CONTEXT_FIELD', 'UPDATE_PROJECT_CONTEXT'] },
    })
  })
})
