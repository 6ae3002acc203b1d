import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import {
  archiveReleasePlanTemplateForProject,
  createReleasePlanTemplateForProject,
  deleteReleasePlanTemplateForProject,
  getReleasePlanTemplateForProject,
  getReleasePlanTemplatesForProject,
  updateReleasePlanTemplateForProject,
} from '#shared/flags/contract/project-release-templates.ts'
import {
  deleteReleasePlanTemplate,
  getReleasePlanTemplate,
  getReleasePlanTemplates,
} from '#shared/flags/contract/release-templates.ts'
import { createSegment, removeSegment, updateSegment } from '#shared/flags/contract/segments.ts'
import { addReleasePlan } from '#shared/flags/contract/release-plans.ts'
import type { ProjectReleaseTemplate } from '#shared/flags/schemas/release-plan.ts'
import { createProject, deleteProject } from '#shared/projects/contract/project-lifecycle.ts'
import { addProject } from '#support/stages/projects.ts'
import { BUILT_IN, rollout, type Releases } from '#support/stages/releases.ts'
import type { TestBackend } from '#support/service/start-backend.ts'
import { startReleases } from '#support/stages/start-releases.ts'

const PATH = '/api/admin/projects/default/release-templates'
let app: TestBackend
let releases: Releases
let template: ProjectReleaseTemplate
let count = 0

beforeAll(async () => {
  ;({ app, releases } = await startReleases({
    contract: '8.2.0',
    env: { UNLEASH_RELEASE_TEMPLATES_LIMIT: '20' },
    users: [
      { username: 'owner', roles: ['Viewer', 'Owner'] },
      { username: 'viewer', roles: ['Viewer'] },
    ],
  }))
  await addProject(app, 'other')
  await app.call(createProject, { body: { id: 'hush', name: 'Hush', mode: 'private' } })
})
beforeEach(async () => {
  const body = { name: `ours ${++count}`, milestones: [rollout('Few', 0, 5), rollout('All', 1, 100)] }
  template = (await create(body)).body
})
afterAll(() => app.stop())

const create = (body: { name: string; milestones?: object[] }, projectId = 'default', as?: string) =>
  app.call(createReleasePlanTemplateForProject, {
    params: { projectId },
    body: body as never,
    ...(as === undefined ? {} : { as }),
  })
const at = (projectId = 'default') => ({ params: { projectId, templateId: template.id } })
const names = async (query: { include?: 'root' } = {}, projectId = 'default') => {
  const { body } = await app.call(getReleasePlanTemplatesForProject, { params: { projectId }, query })
  return body.map(({ name, project }) => [name, project])
}

describe('the release templates of a project', () => {
  it('are listed with those of the instance on request, and not beside those of the instance', async () => {
    expect(template).toMatchObject({ discriminator: 'template', project: 'default', archivedAt: null })
    expect(await names()).toContainEqual([template.name, 'default'])
    expect(await names()).not.toContainEqual(['Unleash Release Template', null])
    expect(await names({ include: 'root' })).toEqual(
      expect.arrayContaining([
        [template.name, 'default'],
        ['Unleash Release Template', null],
      ]),
    )
    expect(await names({ include: 'root' }, 'other')).not.toContainEqual([template.name, 'default'])
    const { body } = await app.call(getReleasePlanTemplates)
    expect(body.map(({ id }) => id)).not.toContain(template.id)
  })

  it('are returned by their project alone', async () => {
    expect((await app.call(getReleasePlanTemplateForProject, at())).body).toEqual(template)
    expect((await app.call(getReleasePlanTemplateForProject, at('other'))).status).toBe(404)
    const { status } = await app.call(getReleasePlanTemplate, { params: { templateId: template.id } })
    expect(status).toBe(404)
    const builtIn = { params: { projectId: 'default', templateId: BUILT_IN } }
    expect((await app.call(getReleasePlanTemplateForProject, builtIn)).status).toBe(404)
    expect((await app.call('GET', `${PATH}?include=all`)).status).toBe(400)
  })

  it('have names of their own in each project', async () => {
    expect(await create({ name: template.name })).toMatchObject({
      status: 409,
      body: { name: 'NameExistsError' },
    })
    expect((await create({ name: template.name }, 'other')).status).toBe(200)
    expect((await create({ name: 'Unleash Release Template' })).status).toBe(200)
    expect((await create({ name: 'x' }, 'nope')).status).toBe(404)
    expect((await create({ name: ' ' })).status).toBe(400)
  })

  it('are replaced, with the event of their project', async () => {
    const body = { id: template.id, name: `${template.name} again`, milestones: [rollout('All', 0, 100)] }
    const put = (request: object) =>
      app.call('PUT', `${PATH}/${template.id}`, { body: { ...body, ...request } })
    expect(await put({})).toMatchObject({
      status: 200,
      body: { name: body.name, description: null, project: 'default', milestones: [{ name: 'All' }] },
    })
    const [event] = await releases.events('release-plan-template-updated')
    expect(event).toMatchObject({
      project: 'default',
      data: { name: body.name, project: 'default' },
      preData: { name: template.name },
    })
    expect((await put({ id: 'other' })).status).toBe(400)
    const taken = (await create({ name: `taken ${count}` })).body.name
    expect((await put({ name: taken })).status).toBe(409)
    const elsewhere = { ...at('other'), body: { id: template.id, name: 'x' } }
    expect((await app.call(updateReleasePlanTemplateForProject, elsewhere)).status).toBe(404)
  })

  it('are archived and deleted by their project alone', async () => {
    expect((await app.call(archiveReleasePlanTemplateForProject, at('other'))).status).toBe(404)
    expect((await app.call(deleteReleasePlanTemplateForProject, at('other'))).status).toBe(404)
    const byInstance = { params: { templateId: template.id } }
    expect((await app.call(deleteReleasePlanTemplate, byInstance)).status).toBe(404)
    expect(await app.call(archiveReleasePlanTemplateForProject, at())).toMatchObject({
      status: 200,
      text: '',
    })
    const { archivedAt } = (await app.call(getReleasePlanTemplateForProject, at())).body
    expect(archivedAt).toBe(app.clock.now().toISOString())
    expect(await app.call(deleteReleasePlanTemplateForProject, at())).toMatchObject({ status: 200, text: '' })
    expect((await app.call(getReleasePlanTemplateForProject, at())).status).toBe(404)
    const [event] = await releases.events('release-plan-template-deleted')
    expect(event).toMatchObject({ project: 'default', preData: { id: template.id } })
  })

  it('are limited for each project on its own', async () => {
    await addProject(app, 'full')
    for (let made = 0; made < 20; made++) expect((await create({ name: `${made}` }, 'full')).status).toBe(200)
    expect(await create({ name: 'one more' }, 'full')).toMatchObject({
      status: 400,
      body: { name: 'ExceedsLimitError' },
    })
    expect((await create({ name: 'one more' })).status).toBe(200)
  })

  it('go with their project', async () => {
    await addProject(app, 'short-lived')
    const { id } = (await create({ name: 'gone' }, 'short-lived')).body
    const { status } = await app.call(deleteProject, { params: { projectId: 'short-lived' } })
    expect(status).toBe(200)
    const left = app.backend.store.queries.selectFrom('release_plan_definitions').selectAll()
    expect(await left.where('id', '=', id).execute()).toEqual([])
  })
})

describe('the flags that may use a template of a project', () => {
  const add = (projectId: string, featureName: string) =>
    app.call(addReleasePlan, {
      params: { projectId, featureName, environment: 'development' },
      body: { templateId: template.id },
    })

  it('are those of the project only', async () => {
    const flag = await releases.addFlag(`mine-${count}`)
    await app.call('POST', '/api/admin/projects/other/features', { body: { name: `theirs-${count}` } })
    expect(await add('other', `theirs-${count}`)).toMatchObject({
      status: 404,
      body: { message: `Could not find release plan template with id ${template.id}` },
    })
    expect(await add('default', flag)).toMatchObject({
      status: 200,
      body: { name: template.name, releasePlanTemplateId: template.id },
    })
    await app.call(deleteReleasePlanTemplateForProject, at())
    expect((await releases.planOf(flag)).name).toBe(template.name)
  })

  it('may use its segments, which then stay', async () => {
    const segmentOf = async (project: string) => {
      const body = { name: `${project}-${++count}`, project, constraints: [] }
      return (await app.call(createSegment, { body })).body
    }
    const using = (id: number) => ({
      name: `with segment ${++count}`,
      milestones: [
        { name: 'All', sortOrder: 0, strategies: [{ name: 'default', sortOrder: 0, segments: [id] }] },
      ],
    })
    const [ours, theirs] = [await segmentOf('default'), await segmentOf('other')]
    expect(await create(using(theirs.id))).toMatchObject({
      status: 400,
      body: { details: [{ path: '/body/milestones/0/strategies/0/segments' }] },
    })
    const made = await create(using(ours.id))
    expect(made.status).toBe(200)
    expect(await app.call(removeSegment, { params: { id: ours.id } })).toMatchObject({
      status: 409,
      body: { message: `The segment is used by milestones of: ${made.body.name}` },
    })
    const moved = { params: { id: ours.id }, body: { name: ours.name, project: 'other', constraints: [] } }
    expect((await app.call(updateSegment, moved)).status).toBe(400)
  })
})

describe('the rights to templates of a project', () => {
  it('belong to an Owner, in their project', async () => {
    const owned = (await create({ name: `owned ${count}` }, 'other', 'owner')).status
    expect([owned, (await create({ name: `owned ${count}` }, 'default', 'owner')).status]).toEqual([403, 200])
    expect(await create({ name: 'x' }, 'default', 'viewer')).toMatchObject({
      status: 403,
      body: { permissions: ['RELEASE_PLAN_TEMPLATE_CREATE', 'UPDATE_PROJECT_RELEASE_TEMPLATE'] },
    })
    expect((await app.call('GET', PATH, { as: 'viewer' })).status).toBe(200)
  })

  it('hide what a private project has', async () => {
    const { id } = (await create({ name: 'quiet' }, 'hush')).body
    const asViewer = (projectId: string) =>
      app.call(getReleasePlanTemplateForProject, { params: { projectId, templateId: id }, as: 'viewer' })
    const [hidden, unknown] = [await asViewer('hush'), await asViewer('nope')]
    expect(hidden.status).toBe(404)
    expect(hidden.text.replaceAll('hush', 'nope').replace(/"id":"[^"]*"/, '')).toBe(
      unknown.text.replace(/"id":"[^"]*"/, ''),
    )
    const list = (projectId: string) =>
      app.call(getReleasePlanTemplatesForProject, { params: { projectId }, as: 'viewer' })
    expect((await list('hush')).text.replaceAll('hush', 'nope')).toBe((await list('nope')).text)
    const found = await app.call('GET', '/api/admin/search/everything?query=quiet', { as: 'viewer' })
    expect(found.text).not.toContain(id)
  })
})

describe('requests without a token, and bodies that are no JSON', () => {
  it.each([
    ['POST', PATH],
    ['PUT', `${PATH}/x`],
  ])('are rejected: %s %s', async (method, path) => {
    const json = { 'content-type': 'application/json' }
    const long = JSON.stringify({ filler: 'x'.repeat(1024 * 1024) })
    expect((await app.call(method, path, { token: null, body: { name: 'x' } })).status).toBe(401)
    expect((await app.call(method, path, { raw: long, headers: json })).status).toBe(413)
    const text = { raw: 'x', headers: { 'content-type': 'text/plain' } }
    expect((await app.call(method, path, text)).status).toBe(415)
  })

  it.each([
    ['GET', PATH],
    ['GET', `${PATH}/x`],
    ['DELETE', `${PATH}/x`],
    ['POST', `${PATH}/archive/x`],
  ])('need a token: %s %s', async (method, path) => {
    expect((await app.call(method, path, { token: null })).status).toBe(401)
  })
})
