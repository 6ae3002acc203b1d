import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startBackend, type Call, type TestBackend } from '#support/service/start-backend.ts'
import {
  updateProjectEnterpriseSettings,
  validateProject,
} from '#shared/projects/contract/project-lifecycle.ts'
import { getProjectOverview } from '#shared/projects/contract/projects.ts'
import { createFeature, archiveFeature, getFeature, changeProject } from '#shared/flags/contract/features.ts'
import { searchEvents } from '#shared/audit/contract/events.ts'
import { createApiToken, getAllApiTokens } from '#shared/access/contract/api-tokens.ts'
import { getAllClientFeatures } from '#shared/clients/contract/client-api.ts'

const PROJECTS = '/api/admin/projects'
let app: TestBackend

beforeAll(async () => {
  app = await startBackend({
    env: { UNLEASH_PROJECTS_LIMIT: '40' },
    users: [
      { username: 'viewer', roles: ['Viewer'] },
      { username: 'editor', roles: ['Editor'] },
      { username: 'other-editor', roles: ['Editor'] },
    ],
  })
})
afterAll(() => app.stop())

const create = (body: object, call: Call = {}) => app.call('POST', PROJECTS, { ...call, body })
const archive = (id: string, call: Call = {}) => app.call('POST', `${PROJECTS}/archive/${id}`, call)
const revive = (id: string, call: Call = {}) => app.call('POST', `${PROJECTS}/revive/${id}`, call)
const remove = (id: string, call: Call = {}) => app.call('DELETE', `${PROJECTS}/${id}`, call)
const update = (id: string, body: object) => app.call('PUT', `${PROJECTS}/${id}`, { body })
const settings = (id: string, body: object) =>
  app.call(updateProjectEnterpriseSettings, { params: { projectId: id }, body })
const overview = async (id: string) =>
  (await app.call(getProjectOverview, { params: { projectId: id } })).body
const listed = async (query = '') =>
  ((await app.call('GET', `${PROJECTS}${query}`)).body as { projects: { id: string; owners: unknown[] }[] })
    .projects
const addFlag = (project: string, name: string) =>
  app.call(createFeature, { params: { projectId: project }, body: { name } })
const archiveFlag = (project: string, name: string) =>
  app.call(archiveFeature, { params: { projectId: project, featureName: name } })
const details = (body: unknown) => (body as { details: { message: string; path?: string }[] }).details
const lastEvent = async (project: string) =>
  (await app.call(searchEvents, { query: { project: `IS:${project}`, limit: '1' } })).body.events[0]

describe('creating a project', () => {
  it('returns all properties, with defaults', async () => {
    expect(await create({ id: 'first', name: ' First ' })).toMatchObject({
      status: 201,
      headers: { location: 'projects/first' },
      body: {
        id: 'first',
        name: 'First',
        description: null,
        mode: 'open',
        defaultStickiness: 'default',
        featureLimit: null,
        environments: ['development', 'production'],
        changeRequestEnvironments: [],
      },
    })
    expect((await listed()).map(({ id }) => id)).toContain('first')
    expect(await lastEvent('first')).toMatchObject({ type: 'project-created' })
  })

  it('accepts all properties', async () => {
    const sent = {
      id: 'second',
      name: 'Second',
      description: 'The other one',
      mode: 'protected',
      defaultStickiness: 'userId',
      environments: ['production', 'production'],
      changeRequestEnvironments: [{ name: 'production', requiredApprovals: 99 }, { name: 'development' }],
    }
    expect((await create(sent)).body).toMatchObject({
      ...sent,
      environments: ['production'],
      changeRequestEnvironments: [
        { name: 'production', requiredApprovals: 10 },
        { name: 'development', requiredApprovals: 1 },
      ],
    })
    expect(await overview('second')).toMatchObject({
      mode: 'protected',
      defaultStickiness: 'userId',
      environments: [{ environment: 'production' }],
    })
  })

  it.each([
    ['Größe & Co.', undefined, 'grosse-co'],
    ['Größe & Co.', '', 'grosse-co-1'],
    ['日本', null, 'project'],
    ['x'.repeat(120), undefined, 'x'.repeat(90)],
    ['...', undefined, 'project-1'],
  ])('named %s with the id %j sets the id %s', async (name, id, made) => {
    expect((await create({ name, id })).body).toMatchObject({ id: made })
  })

  it.each([
    [{}, 'The `/body/name` property is required. It was not present on the data you sent.', '/body/name'],
    [{ name: '  ' }, /must match pattern/, '/body/name'],
    [{ name: 'x', id: 'a b' }, /must match pattern/, '/body/id'],
    [{ name: 'x', id: '..' }, /must be URL friendly/, '/body/id'],
    [{ name: 'x', mode: 'secret' }, /must be equal to one of the allowed values/, undefined],
    [
      { name: 'x', environments: ['a', 'b'] },
      "These environments do not exist: 'a', 'b'.",
      '/body/environments',
    ],
    [
      { name: 'x', changeRequestEnvironments: [{ name: 'moon' }] },
      "These environments do not exist: 'moon'.",
      '/body/changeRequestEnvironments',
    ],
  ])('rejects %j', async (body, message, path) => {
    const answer = await create(body)
    expect(answer.status).toBe(400)
    const [first] = details(answer.body)
    expect(first?.message).toEqual(
      typeof message === 'string' ? message : (expect.stringMatching(message) as string),
    )
    if (path !== undefined) expect(first?.path).toBe(path)
  })

  it('makes its creator the Owner, with all permissions in it', async () => {
    expect((await create({ id: 'mine', name: 'Mine' }, { as: 'editor' })).status).toBe(201)
    const mine = (await listed()).find(({ id }) => id === 'mine')
    expect(mine?.owners).toMatchObject([{ ownerType: 'user', name: 'editor' }])
    const flag = (as: string, name: string) =>
      app.call(createFeature, { params: { projectId: 'mine' }, as, body: { name } })
    expect((await flag('editor', 'of-the-owner')).status).toBe(201)
    expect((await flag('other-editor', 'of-another')).status).toBe(403)
    await archiveFlag('mine', 'of-the-owner')
    expect((await archive('mine', { as: 'other-editor' })).status).toBe(403)
    expect((await archive('mine', { as: 'editor' })).status).toBe(200)
    expect((await remove('mine', { as: 'editor' })).status).toBe(200)
  })

  it('with the admin token makes the system its owner', async () => {
    const [first] = (await listed()).filter(({ id }) => id === 'first')
    expect(first?.owners).toEqual([{ ownerType: 'system' }])
  })

  it('is forbidden to a Viewer', async () => {
    expect((await create({ name: 'x' }, { as: 'viewer' })).status).toBe(403)
  })
})

describe('the id of a project', () => {
  it('is unique, also among archived projects', async () => {
    await create({ id: 'taken', name: 'Taken' })
    await archive('taken')
    const refusal = {
      status: 409,
      body: { name: 'NameExistsError', message: 'A project with this id already exists.' },
    }
    expect(await create({ id: 'taken', name: 'Again' })).toMatchObject(refusal)
    expect(await app.call(validateProject, { body: { id: 'taken' } })).toMatchObject(refusal)
  })

  it.each([
    [{ id: 'free' }, 200],
    [{ id: 'not free' }, 400],
    [{ id: '' }, 400],
    [{}, 400],
  ])('%j is validated with %i', async (body, status) => {
    expect((await app.call('POST', `${PROJECTS}/validate`, { body })).status).toBe(status)
  })
})

describe('updating a project', () => {
  it('sets the sent properties; the id stays', async () => {
    await create({ id: 'changing', name: 'Before', description: 'kept' })
    expect(await update('changing', { name: 'After', mode: 'private', id: 'other' })).toMatchObject({
      status: 200,
      text: '',
    })
    expect(await overview('changing')).toMatchObject({ name: 'After', mode: 'private', description: 'kept' })
    expect(await lastEvent('changing')).toMatchObject({
      type: 'project-updated',
      data: { id: 'changing', name: 'After' },
    })
    await update('changing', { name: 'After', description: null, defaultStickiness: 'userId' })
    expect(await overview('changing')).toMatchObject({ description: null, defaultStickiness: 'userId' })
  })

  it('can rename default (document: "Project")', async () => {
    expect((await update('default', { name: 'Ours' })).status).toBe(200)
    expect(await overview('default')).toMatchObject({ name: 'Ours' })
  })

  it.each([
    [{}, 400],
    [{ name: '' }, 400],
    [{ name: 'x', defaultStickiness: '' }, 400],
  ])('rejects %j with %i', async (body, status) => {
    expect((await update('default', body)).status).toBe(status)
  })

  it('is 404 for an unknown project', async () => {
    for (const answer of [await update('nowhere', { name: 'x' }), await settings('nowhere', {})])
      expect(answer).toMatchObject({ status: 404, body: { message: 'No project found' } })
  })
})

describe('the settings of a project', () => {
  it('apply to flags created after them', async () => {
    await create({ id: 'named', name: 'Named' })
    const featureNaming = { pattern: 'team-[a-z]+', example: 'team-a', description: 'team first' }
    expect((await settings('named', { featureNaming, featureLimit: 1, mode: 'protected' })).status).toBe(200)
    expect(await overview('named')).toMatchObject({ featureNaming, featureLimit: 1, mode: 'protected' })
    expect(await addFlag('named', 'nobody')).toMatchObject({ status: 400, body: { name: 'PatternError' } })
    expect((await addFlag('named', 'team-a')).status).toBe(201)
    expect(await addFlag('named', 'team-b')).toMatchObject({ status: 403 })
    await settings('named', { featureNaming: { pattern: '' }, featureLimit: null })
    expect(await overview('named')).toMatchObject({ featureNaming: { pattern: null }, featureLimit: null })
    expect((await addFlag('named', 'nobody')).status).toBe(201)
  })

  it('include link templates', async () => {
    const linkTemplates = [{ title: 'Ticket', urlTemplate: 'https://t.example/{{project}}/{{feature}}' }]
    expect((await settings('named', { linkTemplates })).status).toBe(200)
    expect(await overview('named')).toMatchObject({ linkTemplates })
    await addFlag('named', 'linked')
    const { body } = await app.call(getFeature, { params: { projectId: 'named', featureName: 'linked' } })
    expect(body).toMatchObject({ links: [{ title: 'Ticket', url: 'https://t.example/named/linked' }] })
  })

  it.each([
    [{ pattern: 'a b' }, '/body/featureNaming/pattern'],
    [{ pattern: 'a\\sb' }, '/body/featureNaming/pattern'],
    [{ pattern: '(' }, '/body/featureNaming/pattern'],
    [{ pattern: 'a+', example: 'b' }, '/body/featureNaming/example'],
    [{ pattern: null, example: 'b' }, '/body/featureNaming'],
  ])('reject the naming pattern %j', async (featureNaming, path) => {
    const answer = await settings('named', { featureNaming })
    expect(answer).toMatchObject({
      status: 400,
      body: { message: 'The feature naming pattern data you provided was invalid.' },
    })
    expect(details(answer.body)[0]?.path).toBe(path)
  })

  it.each([
    { featureLimit: 0 },
    { mode: 'x' },
    { linkTemplates: [{}] },
    { linkTemplates: [{ urlTemplate: 'javascript:alert(1)' }] },
    { linkTemplates: Array.from({ length: 11 }, () => ({ urlTemplate: 'x.org' })) },
  ])('reject %j', async (body) => {
    expect((await settings('named', body)).status).toBe(400)
  })
})

/** The document's table of states and transitions, line by line. */
describe('the life of a project', () => {
  it('active, archive, with an active flag: rejected, with a list of them', async () => {
    await create({ id: 'living', name: 'Living' })
    await addFlag('living', 'living-a')
    await addFlag('living', 'living-b')
    expect(await archive('living')).toMatchObject({
      status: 403,
      body: {
        name: 'InvalidOperationError',
        message: 'You can not archive a project with active feature flags',
        features: ['living-a', 'living-b'],
        details: [
          { message: 'You can not archive a project with active feature flags' },
          { message: 'The flag "living-a" is not archived.' },
          { message: 'The flag "living-b" is not archived.' },
        ],
      },
    })
  })

  it('active, delete, with an active flag: rejected', async () => {
    expect(await remove('living')).toMatchObject({
      status: 403,
      body: {
        message: 'You can not delete a project with active feature flags',
        features: ['living-a', 'living-b'],
      },
    })
  })

  it('active, archive, all flags archived: archived, and no longer listed', async () => {
    await archiveFlag('living', 'living-a')
    await archiveFlag('living', 'living-b')
    expect(await archive('living')).toMatchObject({ status: 200, text: '' })
    expect((await listed()).map(({ id }) => id)).not.toContain('living')
    expect((await listed('?archived=true')).map(({ id }) => id)).toContain('living')
    expect(await overview('living')).toMatchObject({ archivedAt: expect.any(String) as string })
    expect(await lastEvent('living')).toMatchObject({ type: 'project-archived' })
    expect((await archive('living')).status).toBe(200)
  })

  it('archived: nothing can be created in it, moved into it or revived in it', async () => {
    const gone = { status: 404, body: { message: 'Active project with id living does not exist' } }
    expect(await addFlag('living', 'late')).toMatchObject(gone)
    await addFlag('default', 'mover')
    const move = await app.call(changeProject, {
      params: { projectId: 'default', featureName: 'mover' },
      body: { newProjectId: 'living' },
    })
    expect(move).toMatchObject(gone)
    expect(await app.call('POST', '/api/admin/archive/revive/living-a', { body: {} })).toMatchObject(gone)
  })

  it('archived, revive: active, with its history', async () => {
    expect(await revive('living')).toMatchObject({ status: 200, text: '' })
    expect((await listed()).map(({ id }) => id)).toContain('living')
    expect(await lastEvent('living')).toMatchObject({ type: 'project-revived' })
    expect((await app.call('POST', '/api/admin/archive/revive/living-a', { body: {} })).status).toBe(200)
    await archiveFlag('living', 'living-a')
    expect((await revive('living')).status).toBe(200)
  })

  it('archived, delete: deleted with its archived flags', async () => {
    await archive('living')
    expect(await remove('living')).toMatchObject({ status: 200, text: '' })
    expect((await listed('?archived=true')).map(({ id }) => id)).not.toContain('living')
    expect((await app.call(getProjectOverview, { params: { projectId: 'living' } })).status).toBe(404)
    expect(await lastEvent('living')).toMatchObject({ type: 'project-deleted' })
    // the name of a deleted flag is free
    expect((await addFlag('default', 'living-a')).status).toBe(201)
  })

  it('active, delete, without a prior archive: deleted', async () => {
    await create({ id: 'short', name: 'Short' })
    expect((await remove('short')).status).toBe(200)
    expect((await app.call(getProjectOverview, { params: { projectId: 'short' } })).status).toBe(404)
  })

  it('default can be archived and revived, never deleted', async () => {
    expect(await remove('default')).toMatchObject({
      status: 403,
      body: { message: 'You can not delete the default project!' },
    })
    for (const name of ['mover', 'living-a']) await archiveFlag('default', name)
    expect((await archive('default')).status).toBe(200)
    expect((await remove('default')).status).toBe(403)
    expect((await revive('default')).status).toBe(200)
  })

  it('is 404 for an unknown project', async () => {
    for (const answer of [await archive('nowhere'), await revive('nowhere'), await remove('nowhere')])
      expect(answer).toMatchObject({ status: 404, body: { message: 'No project found' } })
  })
})

describe('the tokens of a deleted project', () => {
  it('do not get a wider scope', async () => {
    await create({ id: 'tokened', name: 'Tokened' })
    const token = async (projects: string[]) =>
      (
        await app.call(createApiToken, {
          body: { tokenName: 't', type: 'backend', environment: 'development', projects },
        })
      ).body.secret
    const alone = await token(['tokened'])
    const both = await token(['tokened', 'default'])
    const reads = async (secret: string) => (await app.call(getAllClientFeatures, { token: secret })).status
    expect([await reads(alone), await reads(both)]).toEqual([200, 200])
    await remove('tokened')
    expect([await reads(alone), await reads(both)]).toEqual([401, 200])
    const { tokens } = (await app.call(getAllApiTokens)).body
    expect(tokens.find((one) => one.secret === both)?.projects).toEqual(['default'])
    const { n } = await app.backend.store.queries
      .selectFrom('api_tokens')
      .where('secret', '=', alone)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    expect(Number(n)).toBe(0)
  })
})

describe('the limit of projects', () => {
  it('counts active ones, and is checked again on revive', async () => {
    const message = "Failed to create project. You can't create more than the established limit of 40."
    await create({ id: 'spare', name: 'Spare' })
    await archive('spare')
    for (let n = (await listed()).length; n < 40; n++) await create({ id: `many-${n}`, name: 'Many' })
    expect(await create({ name: 'one more' })).toMatchObject({
      status: 400,
      body: { name: 'ExceedsLimitError', message },
    })
    expect(await revive('spare')).toMatchObject({ status: 400, body: { message } })
  })
})
