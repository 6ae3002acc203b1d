import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { addProject } from '#support/stages/projects.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { createFeature, staleFeatures } from '#shared/flags/contract/features.ts'
import { listTags, removeTag, addTag } from '#shared/flags/contract/feature-tags.ts'
import { searchEvents } from '#shared/audit/contract/events.ts'
import {
  getTagTypes,
  getTagType,
  deleteTagType,
  validateTagType,
  getTags,
  getTagsByType,
  getTag,
  deleteTag,
} from '#shared/flags/contract/tags.ts'

const TYPES = '/api/admin/tag-types'
const TAGS = '/api/admin/tags'
const FLAG_TAGS = '/api/admin/features/flag/tags'
const simple = { type: 'simple', value: 'important' }
let app: TestBackend

beforeAll(async () => {
  app = await startBackend({ users: [{ username: 'member', roles: ['Viewer', 'Member'] }] })
  for (const name of ['flag', 'other'])
    await app.call(createFeature, { params: { projectId: 'default' }, body: { name } })
  await addProject(app, 'elsewhere')
  await app.call(createFeature, { params: { projectId: 'elsewhere' }, body: { name: 'foreign' } })
})
afterAll(() => app.stop())

const post = (path: string, body: unknown) => app.call('POST', path, { body })
const put = (path: string, body: unknown) => app.call('PUT', path, { body })
const tagsOf = async (flag = 'flag') =>
  (await app.call(listTags, { params: { featureName: flag } })).body.tags
const eventsOf = async (type: string) =>
  (await app.call(searchEvents, { query: { type: `IS:${type}` } })).body.events

describe('the tag types', () => {
  it('include one at first', async () => {
    const { body } = await app.call(getTagTypes)
    expect(body).toEqual({
      version: 1,
      tagTypes: [
        {
          name: 'simple',
          description: 'Used to simplify filtering of features',
          icon: '#',
          color: '#FFFFFF',
        },
      ],
    })
  })

  it('are created, read, changed and deleted', async () => {
    const team = { name: 'team', description: 'Owning team', icon: 'people', color: '#FF0000' }
    const created = await post(TYPES, team)
    expect([created.status, created.headers['location'], created.body]).toEqual([201, 'tag-types/team', team])
    expect((await app.call(getTagType, { params: { name: 'team' } })).body).toEqual({
      version: 1,
      tagType: team,
    })
    expect(await put(`${TYPES}/team`, { description: 'Team', icon: null })).toMatchObject({
      status: 200,
      text: '',
    })
    expect((await app.call(getTagType, { params: { name: 'team' } })).body).toMatchObject({
      tagType: { description: 'Team', icon: null, color: '#FF0000' },
    })
    expect((await eventsOf('tag-type-updated'))[0]).toMatchObject({
      data: { description: 'Team' },
      preData: { description: 'Owning team' },
    })
    expect(await app.call(deleteTagType, { params: { name: 'team' } })).toMatchObject({
      status: 200,
      text: '',
    })
    const missing = { status: 404, body: { message: 'Could not find tag-type' } }
    expect(await app.call(deleteTagType, { params: { name: 'team' } })).toMatchObject(missing)
    expect(await app.call(getTagType, { params: { name: 'team' } })).toMatchObject(missing)
    expect(await put(`${TYPES}/team`, {})).toMatchObject(missing)
  })

  it('fuzz: are validated without a description that is null', async () => {
    const sent = { name: 'checked', description: null, icon: null }
    const { status, body } = await app.call(validateTagType, { body: sent })
    expect({ status, body }).toEqual({
      status: 200,
      body: { valid: true, tagType: { name: 'checked', icon: null } },
    })
  })

  it('need unique names', async () => {
    const message = 'There already exists a tag-type with the name simple'
    const taken = { status: 409, body: { name: 'NameExistsError', message } }
    expect(await post(TYPES, { name: 'simple' })).toMatchObject(taken)
    expect(await post(`${TYPES}/validate`, { name: 'simple' })).toMatchObject(taken)
    const fresh = { name: 'fresh', description: 'd', icon: 'i' }
    expect((await post(`${TYPES}/validate`, fresh)).body).toEqual({ valid: true, tagType: fresh })
  })

  it.each([
    [{ name: 'b c' }, '"name" must be URL friendly. You provided "b c".'],
    [{ name: 'a' }, '"name" length must be at least 2 characters long. You provided "a".'],
    [
      { name: 'colour', color: 'red' },
      'The `/body/color` property must match pattern "^#[0-9A-Fa-f]{6}$". You sent "red".',
    ],
  ])('reject %j', async (body, message) => {
    const answer = await post(TYPES, body)
    expect([answer.status, (answer.body as { details: { message: string }[] }).details[0]?.message]).toEqual([
      400,
      message,
    ])
  })
})

describe('the tags', () => {
  it('are created, listed and deleted', async () => {
    const tag = { type: 'simple', value: 'payments' }
    const created = await post(TAGS, { ...tag, value: ' payments ' })
    expect([created.status, created.headers['location']]).toEqual([201, 'tags/simple/payments'])
    expect(created.body).toEqual({ version: 1, tag })
    expect((await app.call(getTags)).body).toEqual({ version: 1, tags: [tag] })
    expect((await app.call(getTagsByType, { params: { type: 'simple' } })).body).toEqual({
      version: 1,
      tags: [tag],
    })
    expect((await app.call(getTag, { params: { type: 'simple', value: 'payments' } })).body).toEqual({
      version: 1,
      tag,
    })
    expect(await post(TAGS, tag)).toMatchObject({ status: 409, body: { name: 'NameExistsError' } })
    expect(await app.call(deleteTag, { params: { type: 'simple', value: 'payments' } })).toMatchObject({
      status: 200,
      text: '',
    })
    expect((await app.call(deleteTag, { params: { type: 'simple', value: 'payments' } })).status).toBe(200)
    expect(await app.call(getTag, { params: { type: 'simple', value: 'payments' } })).toMatchObject({
      status: 404,
      body: { message: 'No tag with type: [simple] and value [payments]' },
    })
  })

  it.each([
    [{ type: 'nope', value: 'payments' }, "Tag type 'nope' does not exist"],
    [
      { type: 'simple', value: 'a' },
      'The `/body/value` property must match pattern "^\\s*\\S.{0,48}\\S\\s*$". You sent "a".',
    ],
    // one character, of two units
    [
      { type: 'simple', value: '\u{1F680}' },
      'The `/body/value` property must match pattern "^\\s*\\S.{0,48}\\S\\s*$". You sent "\u{1F680}".',
    ],
    [{ type: 'simple', value: 'half \ud83d' }, 'A tag must not contain half of a character.'],
  ])('reject %j', async (body, message) => {
    const { status, text } = await post(TAGS, body)
    expect(status).toBe(400)
    expect(text).toContain(JSON.stringify(message).slice(1, -1))
  })
})

describe('the tags of a flag', () => {
  it('are added once, and removed', async () => {
    const added = await post(FLAG_TAGS, simple)
    expect([added.status, added.headers['location'], added.body]).toEqual([201, 'flag/tags', simple])
    expect((await post(FLAG_TAGS, simple)).status).toBe(201)
    expect(await tagsOf()).toEqual([{ ...simple, color: '#FFFFFF' }])
    expect(await eventsOf('feature-tagged')).toMatchObject([{ featureName: 'flag', data: simple }])
    const path = `${FLAG_TAGS}/simple/important`
    expect(await app.call('DELETE', path)).toMatchObject({ status: 200, text: '' })
    expect((await app.call('DELETE', path)).status).toBe(200)
    expect(await tagsOf()).toEqual([])
    expect(await eventsOf('feature-untagged')).toHaveLength(1)
  })

  it('are changed together', async () => {
    await post(FLAG_TAGS, simple)
    const urgent = { type: 'simple', value: 'urgent' }
    const { body } = await put(FLAG_TAGS, { addedTags: [urgent], removedTags: [simple] })
    expect(body).toEqual({ version: 1, tags: [{ ...urgent, color: '#FFFFFF' }] })
    expect((await put(FLAG_TAGS, { addedTags: [] })).status).toBe(400)
  })

  it('are changed on several flags of a project, all or none', async () => {
    const bulk = (features: string[]) =>
      put('/api/admin/projects/default/tags', {
        features,
        tags: { addedTags: [{ type: 'simple', value: 'bulk' }], removedTags: [] },
      })
    expect((await bulk(['other', 'nope'])).status).toBe(404)
    expect((await bulk(['other', 'foreign'])).status).toBe(403)
    expect(await tagsOf('other')).toEqual([])
    expect(await bulk(['flag', 'other'])).toMatchObject({ status: 200, text: '' })
    expect(await tagsOf('other')).toMatchObject([{ value: 'bulk' }])
  })

  it('need existing flags and tag types', async () => {
    const missing = { status: 404, body: { message: 'No feature flag found' } }
    const nope = '/api/admin/features/nope/tags'
    expect(await post(nope, simple)).toMatchObject(missing)
    expect(await put(nope, { addedTags: [], removedTags: [] })).toMatchObject(missing)
    expect(await app.call(listTags, { params: { featureName: 'nope' } })).toMatchObject(missing)
    expect(
      await app.call(removeTag, { params: { featureName: 'nope', type: 'simple', value: 'x' } }),
    ).toMatchObject(missing)
    expect(await post(FLAG_TAGS, { type: 'nope', value: 'important' })).toMatchObject({
      status: 400,
      body: { details: [{ message: "Tag type 'nope' does not exist" }] },
    })
  })

  it('need the permission in the project of the flag', async () => {
    const as = 'member'
    expect((await app.call(addTag, { params: { featureName: 'flag' }, as, body: simple })).status).toBe(201)
    const foreign = await app.call(addTag, { params: { featureName: 'foreign' }, as, body: simple })
    expect(foreign).toMatchObject({ status: 403, body: { permissions: ['UPDATE_FEATURE'] } })
  })

  it('are deleted with their type, and listed with the events of the flag', async () => {
    await post(TYPES, { name: 'doomed' })
    await post(FLAG_TAGS, { type: 'doomed', value: 'soon' })
    await app.call(staleFeatures, {
      params: { projectId: 'default' },
      body: { features: ['flag'], stale: true },
    })
    const { body } = await app.call(searchEvents, { query: { type: 'IS:feature-stale-on' } })
    expect(body.events[0]?.tags).toContainEqual({
      type: 'doomed',
      value: 'soon',
    })
    await app.call(deleteTagType, { params: { name: 'doomed' } })
    expect(await tagsOf()).not.toContainEqual(expect.objectContaining({ type: 'doomed' }))
  })
})
