import { describe, expect, it } from 'vitest'

import { messagesOf, useStrategies } from './strategy-stage.ts'

const stage = useStrategies()
const { path: strategies, post, add } = stage

describe('the segments and legal values of a strategy', () => {
  it('must exist', async () => {
    expect(
      await stage.app.call('POST', strategies(), { body: { name: 'default', segments: [99] } }),
    ).toMatchObject({
      status: 404,
      body: { details: [{ message: 'No segment exists with ID "99"', path: '/body/segments' }] },
    })
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
    const [global, own, foreign] = await stage.app.backend.store.transaction(async (queries) => {
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
      const made = await queries
        .insertInto('segments')
        .values([segment('global', null), segment('own', 'default'), segment('foreign', 'other')])
        .returning('id')
        .execute()
      return made.map(({ id }) => id)
    })
    expect((await add({ name: 'default', segments: [global, own] }))['segments']).toEqual([global, own])
    const { status, body } = await post({ name: 'default', segments: [foreign] })
    expect([status, messagesOf(body)]).toEqual([
      400,
      [`Segment "${String(foreign)}" belongs to project "other" and cannot be used in project "default"`],
    ])
  })

  it('must be legal values of a context field that has any', async () => {
    await stage.app.backend.store.transaction(async (queries) => {
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
    expect(messagesOf((await post(constraint('android'))).body)).toEqual([
      'input values are not specified as a legal value on this context field',
    ])
  })
})
