import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startBackend, type Call, type TestBackend } from '#support/service/start-backend.ts'
import { updateEnvironment } from '#shared/projects/contract/environment-lifecycle.ts'
import { getAllEnvironments, getProjectEnvironments } from '#shared/projects/contract/environments.ts'
import { searchEvents } from '#shared/audit/contract/events.ts'

const ENVIRONMENTS = '/api/admin/environments'
const LIMIT = 7
let app: TestBackend

beforeAll(async () => {
  app = await startBackend({
    env: { UNLEASH_ENVIRONMENTS_LIMIT: String(LIMIT) },
    users: [
      { username: 'editor', roles: ['Editor'] },
      { username: 'operator', roles: ['Viewer'] },
    ],
  })
})
afterAll(() => app.stop())

const create = (body: object, call: Call = {}) => app.call('POST', ENVIRONMENTS, { ...call, body })
const validate = (name: unknown) => app.call('POST', `${ENVIRONMENTS}/validate`, { body: { name } })
const update = (name: string, body: object) => app.call(updateEnvironment, { params: { name }, body })
const clone = (name: string, body: object) => app.call('POST', `${ENVIRONMENTS}/${name}/clone`, { body })
const listed = async () => (await app.call(getAllEnvironments)).body.environments
const post = (path: string, body?: unknown, call: Call = {}) => app.call('POST', path, { ...call, body })
const eventOf = async (environment: string, type: string) =>
  (
    await app.call(searchEvents, { query: { environment: `IS:${environment}`, limit: '100' } })
  ).body.events.find((event) => event.type === type)

describe('creating an environment', () => {
  it('returns all properties, with the last sort order', async () => {
    expect(await create({ name: 'staging', type: 'preproduction' })).toMatchObject({
      status: 201,
      headers: { location: 'environments/staging' },
      body: {
        name: 'staging',
        type: 'preproduction',
        sortOrder: 3,
        enabled: true,
        protected: false,
        requiredApprovals: null,
      },
    })
    expect((await listed()).map(({ name }) => name)).toEqual(['development', 'production', 'staging'])
    expect(await eventOf('staging', 'environment-created')).toMatchObject({
      data: { name: 'staging', type: 'preproduction' },
      summary: expect.stringContaining('staging') as string,
    })
  })

  it('accepts all properties, and ignores unknown ones', async () => {
    const sent = { name: 'eu-1~a_b.c', type: 'anything', enabled: false, sortOrder: -3, requiredApprovals: 2 }
    expect((await create({ ...sent, protected: true })).body).toEqual({ ...sent, protected: false })
    expect((await listed())[0]).toMatchObject(sent)
  })

  it('adds it to no existing project, and to the next new one', async () => {
    const { body } = await app.call(getProjectEnvironments, { params: { projectId: 'default' } })
    expect((body as { environments: object[] }).environments).toContainEqual(
      expect.objectContaining({ name: 'staging', visible: false }),
    )
    const project = await post('/api/admin/projects', { id: 'next', name: 'Next' })
    expect(project.body).toMatchObject({ environments: ['development', 'production', 'staging'] })
  })

  it.each([
    [{ type: 'test' }, '/body/name', 'The `/body/name` property is required.'],
    [{ name: 'x' }, '/body/type', 'The `/body/type` property is required.'],
    [{ name: 'x', type: '' }, '/body/type', 'must NOT have fewer than 1 characters'],
    [{ name: 'a b', type: 'test' }, '/body/name', 'must match pattern'],
    [{ name: '*', type: 'test' }, '/body/name', 'must match pattern'],
    [{ name: '..', type: 'test' }, '/body/name', 'URL friendly'],
    [{ name: 'x'.repeat(101), type: 'test' }, '/body/name', '100'],
    [{ name: 'x', type: 'test', sortOrder: 'first' }, '/body/sortOrder', 'must be integer'],
    [{ name: 'x', type: 'test', requiredApprovals: 0 }, '/body/requiredApprovals', '>= 1'],
  ])('rejects %j', async (body, path, message) => {
    expect(await create(body)).toMatchObject({
      status: 400,
      body: { details: [{ path, message: expect.stringContaining(message) as string }] },
    })
  })

  it('rejects a name that is taken, as validate does', async () => {
    const taken = {
      status: 409,
      body: { name: 'NameExistsError', message: 'An environment with the name staging already exists.' },
    }
    expect(await create({ name: 'staging', type: 'test' })).toMatchObject(taken)
    expect(await validate('staging')).toMatchObject(taken)
    expect(await validate('free')).toMatchObject({ status: 200, text: '' })
    expect((await validate('not free')).status).toBe(400)
    expect((await validate(undefined)).status).toBe(400)
  })

  it('is for Admins', async () => {
    expect((await create({ name: 'x', type: 'test' }, { as: 'editor' })).status).toBe(403)
  })
})

describe('updating an environment', () => {
  it('sets type, sort order and approvals; name, on/off and protection stay', async () => {
    const change = { type: 'test', sortOrder: 40, requiredApprovals: 3 }
    const answer = await update('staging', { ...change, name: 'other', enabled: false, protected: true })
    expect(answer).toMatchObject({
      status: 200,
      body: { name: 'staging', ...change, enabled: true, protected: false },
    })
    expect(await eventOf('staging', 'environment-updated')).toMatchObject({
      data: change,
      preData: { type: 'preproduction', requiredApprovals: null },
    })
    expect((await update('staging', { requiredApprovals: null })).body).toMatchObject({
      type: 'test',
      requiredApprovals: null,
    })
    expect((await update('staging', {})).body).toMatchObject({ type: 'test', sortOrder: 40 })
  })

  it.each([{ type: '' }, { sortOrder: 0.5 }, { requiredApprovals: 0 }, { requiredApprovals: 'two' }])(
    'rejects %j',
    async (body) => {
      const [field] = Object.keys(body)
      expect(await update('staging', body)).toMatchObject({
        status: 400,
        body: { details: [{ path: `/body/${field}` }] },
      })
    },
  )

  it('is 404 for an unknown environment', async () => {
    expect(await update('nope', {})).toMatchObject({
      status: 404,
      body: { message: 'Could not find environment with name: nope' },
    })
  })
})

describe('the limit of environments', () => {
  it('applies to creating and cloning', async () => {
    for (let n = (await listed()).length; n < LIMIT; n++)
      expect((await create({ name: `more-${n}`, type: 'test' })).status).toBe(201)
    const full = {
      status: 400,
      body: {
        name: 'ExceedsLimitError',
        message: `Failed to create environment. You can't create more than the established limit of ${LIMIT}.`,
      },
    }
    expect(await create({ name: 'over', type: 'test' })).toMatchObject(full)
    expect(await clone('staging', { name: 'over', type: 'test' })).toMatchObject(full)
  })
})
