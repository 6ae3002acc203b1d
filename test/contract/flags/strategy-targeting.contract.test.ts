import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { startBackend, type TestBackend } from '../../support/start-backend.ts'
import { createFeature } from '../../../src-shared/flags/contract/features.ts'

interface Stored {
  id: string
  sortOrder: number
  [field: string]: unknown
}

let app: TestBackend
let flag = ''
let count = 0
const strategies = (environment = 'development') =>
  `/api/admin/projects/default/features/${flag}/environments/${environment}/strategies`

beforeAll(async () => {
  app = await startBackend()
})
beforeEach(async () => {
  flag = `flag-${++count}`
  await app.call(createFeature, { params: { projectId: 'default' }, body: { name: flag } })
})
afterAll(async () => {
  await app.stop()
})

const post = (body: unknown, environment?: string) => app.call('POST', strategies(environment), { body })
const add = async (body: unknown = { name: 'flexibleRollout' }) => (await post(body)).body as Stored
const messages = (body: unknown) =>
  (body as { details: { message: string }[] }).details.map((one) => one.message)

describe('the segments and legal values of a strategy', () => {
  it('must exist', async () => {
    expect(await app.call('POST', strategies(), { body: { name: 'default', segments: [99] } })).toMatchObject(
      {
        status: 404,
        body: { details: [{ message: 'No segment exists with ID "99"', path: '/body/segments' }] },
      },
    )
  })

  it('can be segments of the instance and the project, not of another', async () => {
    const segment = (name: string, project: string | null) => ({
      name,
      project,
      description: null,
      constraints: '[]',
      created_by: 'x',
      created_at: '',
    })
    await app.backend.store.transaction(async (queries) => {
      const at = {
        created_at: '',
        updated_at: '',
        archived_at: null,
        feature_limit: null,
        feature_naming: null,
        link_templates: '[]',
      }
      await queries
        .insertInto('projects')
        .values({
          id: 'other',
          name: 'Other',
          description: null,
          mode: 'open',
          default_stickiness: 'default',
          ...at,
        })
        .execute()
      await queries
        .insertInto('segments')
        .values([segment('global', null), segment('own', 'default'), segment('foreign', 'other')])
        .execute()
    })
    expect((await add({ name: 'default', segments: [1, 2] }))['segments']).toEqual([1, 2])
    const { status, body } = await post({ name: 'default', segments: [3] })
    expect([status, messages(body)]).toEqual([
      400,
      ['Segment "3" belongs to project "other" and cannot be used in project "default"'],
    ])
  })

  it('must be legal values of a context field that has any', async () => {
    await app.backend.store.transaction(async (queries) => {
      await queries
        .updateTable('context_fields')
        .set({ legal_values: '[{"value":"web"},{"value":"ios"}]' })
        .where('name', '=', 'appName')
        .execute()
    })
    const constraint = (value: string) => ({
      name: 'default',
      constraints: [{ contextName: 'appName', operator: 'IN', values: [value] }],
    })
    expect((await post(constraint('web'))).status).toBe(200)
    expect(messages((await post(constraint('android'))).body)).toEqual([
      'input values are not specified as a legal value on this context field',
    ])
  })
})
