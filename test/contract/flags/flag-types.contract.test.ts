import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { freePort } from '#support/runner/free-port.ts'
import { ADMIN, startBackend } from '#support/service/start-backend.ts'
import { startVersions } from '#support/service/start-versions.ts'
import { getAllFeatureTypes, updateFeatureTypeLifetime } from '#shared/flags/contract/feature-types.ts'
import { getFeature, createFeature, updateFeature } from '#shared/flags/contract/features.ts'

/** docs/contract/versions.md#sunset: version 8 brought the flag type `sunset`. */
const FEATURES = '/api/admin/projects/default/features'
const { as, start, stop } = startVersions({ users: [{ username: 'ann', roles: ['Editor'] }] })
beforeAll(() => start('4', '6', '7', '8'))
afterAll(stop)

const ENUM =
  'The `type` property must be equal to one of the allowed values: "experiment", "kill-switch", "release", ' +
  '"operational", "permission"'
const refusal = (type: string, after = '') =>
  `${ENUM}${after}. You provided "${type}", which is not valid. Please use one of the allowed values instead..`
const importOf = (name: string, type: string) => ({
  project: 'default',
  environment: 'development',
  data: { features: [{ name, type }], featureStrategies: [], tagTypes: [] },
})
let count = 0

describe.each([
  ['6', false],
  ['7', false],
  ['8', true],
])('the type sunset in version %s: %s', (version, has) => {
  it('is listed, and its lifetime can be set', async () => {
    const { call } = await as(version)
    const ids = (await call(getAllFeatureTypes)).body.types.map(({ id }) => id)
    const before = ['release', 'experiment', 'operational', 'kill-switch', 'permission']
    expect(ids).toEqual(has ? [...before, 'sunset'] : before)
    const set = await call(updateFeatureTypeLifetime, {
      params: { id: 'sunset' },
      body: { lifetimeDays: 60 },
    })
    expect(set).toMatchObject(
      has
        ? { status: 200, body: { id: 'sunset', name: 'Sunset', lifetimeDays: 60 } }
        : {
            status: 404,
            body: { message: 'The feature type you tried to update ("sunset") does not exist.' },
          },
    )
  })

  it('is accepted when a flag is created, replaced, patched and imported', async () => {
    const { call } = await as(version)
    const name = `flag-${count++}`
    const typeOf = async (flag: string) =>
      (await call(getFeature, { params: { projectId: 'default', featureName: flag } })).body.type
    expect((await call(createFeature, { params: { projectId: 'default' }, body: { name } })).status).toBe(201)
    const patch = [{ op: 'replace', path: '/type', value: 'sunset' }]
    const answers = [
      await call(createFeature, {
        params: { projectId: 'default' },
        body: { name: `${name}-made`, type: 'sunset' },
      }),
      await call(updateFeature, {
        params: { projectId: 'default', featureName: name },
        body: { type: 'sunset' },
      }),
      await call('PATCH', `${FEATURES}/${name}`, { body: patch }),
      await call('POST', '/api/admin/features-batch/validate', {
        as: 'ann',
        body: importOf(`${name}-imported`, 'sunset'),
      }),
      await call('POST', '/api/admin/features-batch/import', {
        as: 'ann',
        body: importOf(`${name}-imported`, 'sunset'),
      }),
    ]
    for (const { status, body, text } of answers)
      if (has) expect(status, text).toBeLessThan(300)
      else
        expect({ status, body }).toMatchObject({
          status: 400,
          body: { details: [{ message: refusal('sunset') }] },
        })
    expect([await typeOf(`${name}-made`), await typeOf(name), await typeOf(`${name}-imported`)]).toEqual(
      has ? ['sunset', 'sunset', 'sunset'] : [undefined, 'release', undefined],
    )
  })

  it('is named when another type is rejected, along with other errors', async () => {
    const { call } = await as(version)
    const { status, body } = await call('POST', FEATURES, { body: { name: 'a b', type: 'bogus' } })
    expect(status).toBe(400)
    const details = (body as { details: { message: string }[] }).details.map(({ message }) => message)
    expect(details).toContain(refusal('bogus', has ? ', "sunset"' : ''))
    expect(details).toHaveLength(2)
    const patched = await call('PATCH', `${FEATURES}/flag`, {
      body: [{ op: 'replace', path: '/type', value: 'release' }],
    })
    expect(patched.status, 'a type that there is').toBe(404)
  })

  it('is in the OpenAPI document', async () => {
    const { text } = await (await as(version)).call('GET', '/docs/openapi.json')
    const { schemas } = (
      JSON.parse(text) as {
        components: { schemas: Record<string, { properties: Record<string, { enum?: string[] }> }> }
      }
    ).components
    for (const schema of ['createFeatureSchema', 'updateFeatureSchema']) {
      const types = schemas[schema]?.properties['type']?.enum
      expect(types).toContain('permission')
      expect(types?.includes('sunset'), schema).toBe(has)
    }
    expect(JSON.stringify(schemas['exportResultSchema'])).toContain('permission')
    expect(JSON.stringify(schemas).includes('sunset')).toBe(has)
  })
})

it('the type sunset is rejected by the former operations, too', async () => {
  const { call } = await as('4')
  const at = '/api/admin/features'
  const made = await call('POST', at, { body: { name: 'former', type: 'sunset' } })
  expect(made).toMatchObject({
    status: 400,
    body: { validation: [{ keyword: 'enum', dataPath: '.body.type' }] },
  })
  expect((await call('POST', at, { body: { name: 'former', type: 'release' } })).status).toBe(201)
  expect((await call('PUT', `${at}/former`, { body: { type: 'sunset' } })).status).toBe(400)
  expect((await call('GET', `${at}/former`)).body).toMatchObject({ type: 'release' })
})

it('the type sunset of a flag is returned by a port with version 7, and kept by changes there', async () => {
  const port = await freePort()
  const app = await startBackend({ contract: '8', env: { HALYARD_LISTENERS: `${port}=7` } })
  await app.backend.listen(0)
  await app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'late', type: 'sunset' } })
  const late = (init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}${FEATURES}/late`, {
      ...init,
      headers: { authorization: ADMIN, 'content-type': 'application/json', connection: 'close' },
    })
  expect(await (await late()).json()).toMatchObject({ type: 'sunset' })
  const patch = [{ op: 'replace', path: '/description', value: 'going' }]
  const patched = await late({ method: 'PATCH', body: JSON.stringify(patch) })
  expect(patched.status).toBe(200)
  expect(await patched.json()).toMatchObject({ type: 'sunset', description: 'going' })
  await app.stop()
})
