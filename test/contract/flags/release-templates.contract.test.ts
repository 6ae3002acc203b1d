import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { Milestone, ReleasePlanTemplate } from '#shared/flags/schemas/release-plan.ts'
import { addProject } from '#support/stages/projects.ts'
import { BUILT_IN, rollout, TEMPLATES, type Releases } from '#support/stages/releases.ts'
import type { TestBackend } from '#support/service/start-backend.ts'
import { startReleases } from '#support/stages/start-releases.ts'
import {
  getReleasePlanTemplate,
  getReleasePlanTemplates,
  archiveReleasePlanTemplate,
  deleteReleasePlanTemplate,
  updateReleasePlanTemplate,
} from '#shared/flags/contract/release-templates.ts'
import { createSegment, removeSegment, updateSegment } from '#shared/flags/contract/segments.ts'

let app: TestBackend
let releases: Releases
let template: ReleasePlanTemplate
let count = 0

beforeAll(async () => {
  ;({ app, releases } = await startReleases({
    env: { UNLEASH_RELEASE_TEMPLATES_LIMIT: '60', UNLEASH_FEATURE_ENVIRONMENT_STRATEGIES_LIMIT: '3' },
    users: [{ username: 'viewer', roles: ['Viewer'] }],
  }))
  await addProject(app, 'other')
})
beforeEach(async () => {
  template = await releases.createTemplate({
    name: `template ${++count}`,
    description: 'Slowly',
    milestones: [rollout('Half', 1, 50), rollout('Few', 0, 5)],
  })
})
afterAll(() => app.stop())

const post = (body: unknown) => app.call('POST', TEMPLATES, { body })
const at = (path = '') => `${TEMPLATES}/${template.id}${path}`
const get = async () => (await app.call('GET', at())).body as ReleasePlanTemplate
const milestoneOf = (index: number) => template.milestones[index] as Milestone
const details = (body: unknown) => (body as { details: { message: string; path?: string }[] }).details

describe('a new instance', () => {
  it('has a release template of four milestones', async () => {
    const { status, body } = await app.call(getReleasePlanTemplate, { params: { templateId: BUILT_IN } })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: BUILT_IN,
      discriminator: 'template',
      name: 'Unleash Release Template',
      archivedAt: null,
    })
    const { milestones } = body
    expect(milestones.map(({ name, sortOrder }) => [name, sortOrder])).toEqual([
      ['Rollout 25%', 0],
      ['Rollout 50%', 1],
      ['Rollout 75%', 2],
      ['Rollout 100%', 3],
    ])
    expect(milestones[0]?.strategies[0]).toMatchObject({
      name: 'flexibleRollout',
      strategyName: 'flexibleRollout',
      parameters: { groupId: '{{featureName}}', rollout: '25', stickiness: 'default' },
    })
  })
})

describe('an instance of version 7', () => {
  it('has no release templates of projects over HTTP', async () => {
    const path = '/api/admin/projects/default/release-templates'
    expect(await app.call('GET', path)).toMatchObject({
      status: 404,
      body: { message: `The path you were looking for (${path}) is not available.` },
    })
  })
})

describe('creating a template', () => {
  it('returns it with its milestones in their order', async () => {
    expect(template).toMatchObject({
      discriminator: 'template',
      description: 'Slowly',
      createdByUserId: -42,
      createdAt: app.clock.now().toISOString(),
      archivedAt: null,
      milestones: [
        { name: 'Few', releasePlanDefinitionId: template.id, startedAt: null, transitionCondition: null },
        { name: 'Half' },
      ],
    })
    expect(template.id).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
    const { body } = await app.call(getReleasePlanTemplates, { as: 'viewer' })
    expect(body.find((one) => one.id === template.id)).toEqual(template)
    const [created] = await releases.events('release-plan-template-created')
    expect(created?.data).toMatchObject({ id: template.id, name: template.name })
  })

  it('accepts the former name of a strategy type, and fills in the parameters of a rollout', async () => {
    const { milestones } = await releases.createTemplate({
      name: `template ${++count}`,
      milestones: [
        { name: 'All', sortOrder: 0, strategies: [{ strategyName: 'flexibleRollout', sortOrder: 0 }] },
      ],
    })
    expect(milestones[0]?.strategies[0]).toMatchObject({
      name: 'flexibleRollout',
      title: null,
      disabled: false,
      parameters: { groupId: '{{featureName}}', rollout: '100', stickiness: 'default' },
    })
  })

  it.each([
    [{}, 'The `/body/name` property is required. It was not present on the data you sent.', '/body/name'],
    [{ name: ' ' }, '"name" is not allowed to be empty.', '/body/name'],
    [
      { name: 'x', milestones: [{ name: 'x' }] },
      'The `/body/milestones/0/sortOrder` property is required. It was not present on the data you sent.',
      '/body/milestones/0/sortOrder',
    ],
    [
      { name: 'x', milestones: [{ name: 'x', sortOrder: 0, strategies: [{ sortOrder: 0 }] }] },
      'The `name` property is required. It was not present on the data you sent.',
      '/body/milestones/0/strategies/0/name',
    ],
    [
      { name: 'x', milestones: [{ name: 'x', sortOrder: 0, strategies: [{ name: 'nope', sortOrder: 0 }] }] },
      'Could not find strategy type with name nope',
      '/body/milestones/0/strategies/0/name',
    ],
    [
      {
        name: 'x',
        milestones: [
          {
            name: 'x',
            sortOrder: 0,
            strategies: [
              {
                name: 'default',
                sortOrder: 0,
                constraints: [{ contextName: 'userId', operator: 'NUM_GT', value: 'many' }],
              },
            ],
          },
        ],
      },
      undefined,
      '/body/milestones/0/strategies/0/constraints/0',
    ],
  ])('rejects %j', async (body, message, path) => {
    const { status, body: refusal } = await post(body)
    expect(status).toBe(400)
    const [first] = details(refusal)
    expect(first?.path).toBe(path)
    if (message !== undefined) expect(first?.message).toBe(message)
  })

  it('rejects segments of a project, unknown segments, and more strategies than a flag may have', async () => {
    const segment = await app.call(createSegment, {
      body: { name: `of-other-${count}`, project: 'other', constraints: [] },
    })
    const { id } = segment.body
    const withStrategies = (strategies: object[]) =>
      post({ name: 'x', milestones: [{ name: 'x', sortOrder: 0, strategies }] })
    expect(await withStrategies([{ name: 'default', sortOrder: 0, segments: [id] }])).toMatchObject({
      status: 400,
      body: {
        details: [
          {
            message: `Segment "${id}" belongs to project "other" and cannot be used in all projects`,
            path: '/body/milestones/0/strategies/0/segments',
          },
        ],
      },
    })
    expect((await withStrategies([{ name: 'default', sortOrder: 0, segments: [99_999] }])).status).toBe(404)
    const four = [0, 1, 2, 3].map((sortOrder) => ({ name: 'default', sortOrder }))
    expect(await withStrategies(four)).toMatchObject({ status: 400, body: { name: 'ExceedsLimitError' } })
  })

  it('rejects a name that is taken, also by an archived template', async () => {
    await app.call(archiveReleasePlanTemplate, { params: { templateId: template.id } })
    expect(await post({ name: template.name })).toMatchObject({
      status: 409,
      body: {
        name: 'NameExistsError',
        message: `A release plan template with the name "${template.name}" already exists`,
      },
    })
  })
})

describe('changing a template', () => {
  const put = (body: object) =>
    app.call('PUT', at(), { body: { id: template.id, name: template.name, ...body } })

  it('replaces its milestones, and those sent with their id keep it', async () => {
    const [few, half] = [milestoneOf(0), milestoneOf(1)]
    const { status, body } = await put({
      name: `${template.name} again`,
      milestones: [
        { ...half, name: 'Most', sortOrder: 0 },
        rollout('All', 1, 100),
        { ...few, id: 'foreign' },
      ],
    })
    expect(status).toBe(200)
    const changed = body as ReleasePlanTemplate
    expect(changed).toEqual(await get())
    expect(changed.milestones.map((one) => one.name)).toEqual(['Most', 'Few', 'All'])
    expect(changed.milestones[0]).toMatchObject({ id: half.id, strategies: [{ id: half.strategies[0]?.id }] })
    expect(changed.milestones[1]?.id).not.toBe('foreign')
    const [updated] = await releases.events('release-plan-template-updated')
    expect(updated).toMatchObject({ data: { name: changed.name }, preData: { name: template.name } })
  })

  it('keeps omitted milestones, and clears an omitted description', async () => {
    expect(await put({ milestones: null })).toMatchObject({
      status: 200,
      body: { description: null, milestones: [{ name: 'Few' }, { name: 'Half' }] },
    })
    expect(await put({ milestones: [] })).toMatchObject({ status: 200, body: { milestones: [] } })
  })

  it('rejects another id, a name that is taken, and an unknown template', async () => {
    expect(await put({ id: 'other' })).toMatchObject({
      status: 400,
      body: { details: [{ path: '/body/id' }] },
    })
    expect((await put({ name: 'Unleash Release Template' })).status).toBe(409)
    expect(
      (
        await app.call(updateReleasePlanTemplate, {
          params: { templateId: 'nope' },
          body: { id: 'nope', name: 'x' },
        })
      ).status,
    ).toBe(404)
    expect((await app.call(getReleasePlanTemplate, { params: { templateId: 'nope' } })).status).toBe(404)
  })

  it('archives it once, and deletes it', async () => {
    const archive = () => app.call(archiveReleasePlanTemplate, { params: { templateId: template.id } })
    expect(await archive()).toMatchObject({ status: 200, text: '' })
    const { archivedAt } = await get()
    expect(archivedAt).toBe(app.clock.now().toISOString())
    app.clock.advance(1000)
    expect((await archive()).status).toBe(200)
    expect((await get()).archivedAt).toBe(archivedAt)
    expect(await app.call('DELETE', at())).toMatchObject({ status: 200, text: '' })
    expect((await archive()).status).toBe(404)
    expect((await app.call('DELETE', at())).status).toBe(404)
    const [deleted] = await releases.events('release-plan-template-deleted')
    expect(deleted?.preData).toMatchObject({ id: template.id })
  })
})

describe('single milestones and strategies', () => {
  it('are added, changed and removed', async () => {
    const added = await app.call('POST', at('/milestones'), { body: { name: 'All', sortOrder: 2 } })
    expect(added).toMatchObject({ status: 200, body: { name: 'All', strategies: [] } })
    const { id } = added.body as Milestone
    const milestone = at(`/milestones/${id}`)
    const strategy = await app.call('POST', `${milestone}/strategies`, {
      body: { name: 'default', sortOrder: 0, title: 'Everybody' },
    })
    expect(strategy).toMatchObject({ status: 200, body: { id, strategies: [{ title: 'Everybody' }] } })
    const strategyId = (strategy.body as Milestone).strategies[0]?.id ?? ''
    const path = `${milestone}/strategies/${strategyId}`
    expect(await app.call('PUT', path, { body: { disabled: true } })).toMatchObject({
      status: 200,
      body: { id: strategyId, title: 'Everybody', disabled: true },
    })
    expect(await app.call('PUT', milestone, { body: { name: 'Everybody', sortOrder: -1 } })).toMatchObject({
      status: 200,
      body: { id, name: 'Everybody', strategies: [{ id: strategyId }] },
    })
    expect((await get()).milestones.map((one) => one.name)).toEqual(['Everybody', 'Few', 'Half'])
    expect((await app.call('DELETE', path)).status).toBe(200)
    expect((await app.call('DELETE', path)).status).toBe(404)
    expect((await app.call('DELETE', milestone)).status).toBe(200)
    expect(await get()).toEqual(template)
  })

  it('are validated by the same rules', async () => {
    const milestone = at(`/milestones/${milestoneOf(0).id}`)
    const strategy = `${milestone}/strategies/${milestoneOf(0).strategies[0]?.id}`
    expect(await app.call('PUT', strategy, { body: { name: 'nope' } })).toMatchObject({
      status: 400,
      body: { details: [{ path: '/body/name' }] },
    })
    expect((await app.call('POST', at('/milestones'), { body: { name: 'x' } })).status).toBe(400)
    for (const sortOrder of [1, 2]) {
      const body = { name: 'default', sortOrder }
      expect((await app.call('POST', `${milestone}/strategies`, { body })).status).toBe(200)
    }
    expect(
      await app.call('POST', `${milestone}/strategies`, { body: { name: 'default', sortOrder: 3 } }),
    ).toMatchObject({ status: 400, body: { name: 'ExceedsLimitError' } })
  })

  it('are 404 when they do not exist', async () => {
    const body = { name: 'default', sortOrder: 0 }
    const here = milestoneOf(0).id
    const calls: [string, string, object?][] = [
      ['POST', `${TEMPLATES}/nope/milestones`, body],
      ['PUT', at('/milestones/nope'), body],
      ['DELETE', at('/milestones/nope')],
      ['POST', at('/milestones/nope/strategies'), body],
      ['PUT', at(`/milestones/${here}/strategies/nope`), body],
    ]
    for (const [method, path, sent] of calls)
      expect((await app.call(method, path, sent ? { body: sent } : {})).status, path).toBe(404)
    const unknownSegment = { ...body, segments: [99_999] }
    expect(
      (await app.call('POST', at('/milestones'), { body: { ...body, strategies: [unknownSegment] } })).status,
    ).toBe(404)
  })
})

describe('a segment that a template uses', () => {
  it('is not deleted, and cannot become a segment of one project', async () => {
    const body = { name: `used-${count}`, constraints: [] }
    const { id } = (await app.call(createSegment, { body })).body
    await app.call('POST', at(`/milestones/${milestoneOf(0).id}/strategies`), {
      body: { name: 'default', sortOrder: 1, segments: [id] },
    })
    expect(await app.call(removeSegment, { params: { id } })).toMatchObject({
      status: 409,
      body: { message: `The segment is used by milestones of: ${template.name}` },
    })
    expect(
      (await app.call(updateSegment, { params: { id }, body: { ...body, project: 'other' } })).status,
    ).toBe(400)
    await app.call('DELETE', at())
    expect((await app.call(removeSegment, { params: { id } })).status).toBe(204)
  })
})

describe('the built-in template', () => {
  it('is deleted like any other', async () => {
    const builtIn = { params: { templateId: BUILT_IN } }
    expect((await app.call(deleteReleasePlanTemplate, builtIn)).status).toBe(200)
    expect((await app.call(getReleasePlanTemplate, builtIn)).status).toBe(404)
  })
})

describe('the limit of templates', () => {
  it('applies to active templates only', async () => {
    let answer = await post({ name: `more ${++count}` })
    while (answer.status === 200) answer = await post({ name: `more ${++count}` })
    expect(answer).toMatchObject({
      status: 400,
      body: {
        name: 'ExceedsLimitError',
        message: "Failed to create release template. You can't create more than the established limit of 60.",
      },
    })
    await app.call(archiveReleasePlanTemplate, { params: { templateId: template.id } })
    expect((await post({ name: `more ${++count}` })).status).toBe(200)
  })
})
