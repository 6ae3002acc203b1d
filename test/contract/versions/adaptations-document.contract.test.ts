import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { BACKEND } from '#support/service/start-backend.ts'
import { startVersions } from '#support/service/start-versions.ts'
import { registerClientApplication } from '#shared/clients/contract/client-api.ts'
import { getUiConfig } from '#shared/instance/contract/ui-config.ts'

const { as, start, stop } = startVersions()
beforeAll(() => start('4', '5', '6', '6.0', '6.1', '7', '8'))
afterAll(stop)

interface Document {
  info: { version: string }
  paths: Record<string, Record<string, { deprecated?: boolean; responses: object }>>
  components: {
    schemas: Record<string, { properties?: Record<string, { deprecated?: boolean }>; required?: string[] }>
  }
}
const documentOf = async (version: string) =>
  (await (await as(version)).call('GET', '/docs/openapi.json', { token: null })).body as Document

const FORMER: readonly [string, string][] = [
  ['apiTokenSchema', 'username'],
  ['createApiTokenSchema', 'username'],
  ['createProjectApiTokenSchema', 'username'],
  ['sdkContextSchema', 'environment'],
  ['clientApplicationSchema', 'environment'],
  ['clientMetricsSchema', 'environment'],
  ['userSchema', 'isAPI'],
  ['createUserResponseSchema', 'isAPI'],
]

describe('the OpenAPI document', () => {
  it.each([
    ['4', '4.21.0'],
    ['5', '5.12.0'],
    ['6', '6.10.1'],
    ['7', '7.6.5'],
    ['8', '8.2.0'],
  ])('of %s has the version %s, also in the registration response', async (version, full) => {
    expect((await documentOf(version)).info.version).toBe(full)
    const { call, backend } = await as(version)
    const body = { appName: 'shop', strategies: [], started: 0, interval: 10 }
    const registered = await call(registerClientApplication, { token: BACKEND, body })
    expect(registered).toMatchObject({ status: 202, headers: { 'x-unleash-version': full } })
    expect(backend.status().contractVersion).toBe(full)
    expect((await call(getUiConfig)).body).toMatchObject({
      version: full,
      versionInfo: { current: { oss: full, enterprise: full } },
    })
    expect((await call('GET', '/docs/openapi', { token: null })).text).toContain(`Version ${full},`)
  })

  it.each(['4', '5', '6'])(
    'of %s has what 7 removed, marked from when it was deprecated',
    async (version) => {
      const { schemas } = (await documentOf(version)).components
      for (const [schema, property] of FORMER) {
        const described = schemas[schema]?.properties?.[property]
        expect(described, `${schema}.${property}`).toBeDefined()
        expect(described?.deprecated, `${schema}.${property}`).toBe(version === '4' ? undefined : true)
      }
      expect(schemas['createApiTokenSchema']?.required).toEqual(['type'])
    },
  )

  it.each(['7', '8'])('of %s has not', async (version) => {
    const { schemas } = (await documentOf(version)).components
    for (const [schema, property] of FORMER) {
      expect(schemas[schema]?.properties, schema).toBeDefined()
      expect(schemas[schema]?.properties, schema).not.toHaveProperty(property)
    }
    expect(schemas['createApiTokenSchema']?.required).toEqual(['type', 'tokenName'])
  })

  it('has the operation ids', async () => {
    const { schemas } = (await documentOf('7')).components
    for (const id of ['userSchema', 'projectSchema', 'eventSchema', 'segmentSchema'])
      expect(schemas[id]?.properties, id).toHaveProperty('id')
    expect(schemas['userSchema']).not.toHaveProperty('id')
  })

  it('has no component that refers only to itself', async () => {
    const { schemas } = (await documentOf('7')).components
    expect(Object.keys(schemas).length).toBeGreaterThan(200)
    for (const [id, schema] of Object.entries(schemas))
      expect(schema).not.toEqual({ $ref: expect.stringMatching(new RegExp(`/${id}$`)) as string })
  })

  it('marks what its version deprecates', async () => {
    const deprecatedIn = async (version: string) =>
      (await documentOf(version)).paths['/api/admin/events']?.['get']?.deprecated
    expect(await deprecatedIn('6.0')).toBeUndefined()
    expect(await deprecatedIn('6.1')).toBe(true)
    expect(await deprecatedIn('7')).toBe(true)
  })

  it('of 8 has the changes of 8: flags without properties of their environments, and new properties', async () => {
    const [seven, eight] = [(await documentOf('7')).components, (await documentOf('8')).components]
    for (const property of ['lastSeenAt', 'variants']) {
      expect(seven.schemas['featureDetailsSchema']?.properties).toHaveProperty(property)
      expect(eight.schemas['featureDetailsSchema']?.properties).not.toHaveProperty(property)
      expect(eight.schemas['featureDetailsSchema']?.required).not.toContain(property)
    }
    const came: [string, string][] = [
      ['apiTokenSchema', 'secure'],
      ['profileSchema', 'canChangePassword'],
      ['projectSchema', 'onboardingStatus'],
    ]
    for (const [schema, property] of came) {
      expect(seven.schemas[schema]?.properties, schema).not.toHaveProperty(property)
      expect(eight.schemas[schema]?.properties, schema).toHaveProperty(property)
    }
  })

  it('has only the operations of its version', async () => {
    const [five, seven, eight] = [await documentOf('5'), await documentOf('7'), await documentOf('8')]
    const CUSTOM = '/api/admin/custom-metrics'
    expect(five.paths).not.toHaveProperty([CUSTOM])
    expect(seven.paths).toHaveProperty([CUSTOM])
    expect(eight.paths).not.toHaveProperty([CUSTOM])
  })
})
