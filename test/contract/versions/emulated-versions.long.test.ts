import { compare, gte, lt } from 'semver'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { FORMER_OPERATIONS } from '#shared/versions/contract/former/index.ts'
import { OPERATIONS } from '#shared/contract/index.ts'
import { CHANGED_VERSIONS, NEWEST_RELEASES, VERSION_CHANGES } from '#shared/versions/rules/index.ts'
import { addProject } from '#support/stages/projects.ts'
import {
  ADMIN,
  BACKEND,
  FRONTEND,
  startBackend,
  type Answer,
  type TestBackend,
} from '#support/service/start-backend.ts'
import {
  CAPABILITY_CALLS,
  ENDPOINT_CALLS,
  prepareForCalls,
  type Stage,
  type WorkingCall,
} from '#support/service/version-calls.ts'
import { getAllClientFeatures } from '#shared/clients/contract/client-api.ts'

/**
 * The tables of the document, row by row, in every version at which something changed, and in the newest of each major
 * version: what is there works, and what is not is an unknown path. The shape of every answer that succeeds is checked
 * against the contract by the instance's log of answers.
 */
const VERSIONS = [...new Set(['3.0.0', ...CHANGED_VERSIONS, ...Object.values(NEWEST_RELEASES)])].sort(compare)

const of = (kind: string) => VERSION_CHANGES.filter((one) => one.kind === kind)
const plain = (path: string) => path.replaceAll(/:\w+/g, '{}')
const lifecycleOf = (method: string, path: string) =>
  [...OPERATIONS, ...FORMER_OPERATIONS].find(
    (one) => one.method === method && plain(one.path) === plain(path),
  )?.lifecycle

const removed = of('endpoint removed').flatMap(({ version, endpoints = [] }) =>
  endpoints.map(({ method, path }) => ({ method, path, removal: version })),
)
const restored = of('endpoint restored').flatMap(({ endpoints = [] }) => endpoints)

/** Rows of capabilities that are no operations of their own, and what they are: emulated-capabilities.contract.test.ts. */
const NOT_OPERATIONS: Record<string, string> = {
  'capability-impression-data': 'a property of flags',
  'capability-group-sso-sync': 'a property of groups',
  'capability-group-root-role': 'a property of groups',
  'capability-custom-root-roles': 'a type of roles',
  'capability-multiple-project-roles': 'several roles where there was one',
  'capability-authentication-permissions': 'names of permissions',
}

describe('the tables of versions', () => {
  it('have a request for each of their rows', () => {
    const capabilities = of('capability').map(({ id }) => id)
    expect([...Object.keys(CAPABILITY_CALLS), ...Object.keys(NOT_OPERATIONS)].sort()).toEqual(
      capabilities.sort(),
    )
    const endpoints = [...removed, ...restored].map(({ method, path }) => `${method} ${path}`)
    expect(Object.keys(ENDPOINT_CALLS).sort()).toEqual(endpoints.sort())
  })

  it('and the contract agree on the version that removed an operation', () => {
    expect(removed.map(({ method, path }) => [method, path, lifecycleOf(method, path)?.removed])).toEqual(
      removed.map(({ method, path, removal }) => [method, path, removal]),
    )
  })
})

describe.each(VERSIONS)('an instance with contract %s', (version) => {
  let app: TestBackend
  let stage: Stage
  beforeAll(async () => {
    app = await startBackend({ contract: version, rateLimits: { perMinute: {} } })
    await addProject(app, 'other')
    stage = await prepareForCalls(app, version)
  })
  afterAll(() => app.stop())

  async function expectServed({ method, path, status, ...call }: WorkingCall, isServed: boolean) {
    const answer = await app.call(method, path, call)
    if (isServed)
      expect([method, path, answer.status, answer.text]).toEqual([method, path, status, answer.text])
    else expectUnknown(path, answer)
  }

  it.each(Object.keys(CAPABILITY_CALLS))('has %s from its version on', async (id) => {
    const since = VERSION_CHANGES.find((one) => one.id === id)?.version ?? ''
    for (const call of CAPABILITY_CALLS[id] ?? []) await expectServed(call, gte(version, since))
  })

  it.each(removed)('has $method $path until $removal', async ({ method, path, removal }) => {
    const call = ENDPOINT_CALLS[`${method} ${path}`]
    const since = lifecycleOf(method, path)?.since ?? ''
    if (!call) throw new Error(`${method} ${path} has no call`)
    await expectServed({ method, ...call(stage) }, gte(version, since) && lt(version, removal))
  })

  it.each(restored)('has $method $path, deprecated until 7', async ({ method, path }) => {
    const { since = '', deprecated = '' } = lifecycleOf(method, path) ?? {}
    const call = ENDPOINT_CALLS[`${method} ${path}`]
    if (!call) throw new Error(`${method} ${path} has no call`)
    const isServed = gte(version, since)
    await expectServed({ method, ...call(stage) }, isServed)
    const document = (await app.call('GET', '/docs/openapi.json')).body as {
      paths: Record<string, Record<string, { deprecated?: boolean }>>
    }
    const described = document.paths[path]?.[method.toLowerCase()]
    if (!isServed) expect(described).toBeUndefined()
    else expect(described?.deprecated ?? false).toBe(gte(version, deprecated) && lt(version, '7.0.0'))
  })

  it('returns the error record of its time for an invalid body', async () => {
    const { status, body } = await app.call('POST', '/api/admin/tag-types', { body: {} })
    expect(status).toBe(400)
    if (lt(version, '5.0.0'))
      expect(body).toEqual({
        error: 'Request validation failed',
        validation: [
          {
            keyword: 'required',
            dataPath: '.body',
            schemaPath: expect.stringContaining('/required') as string,
            params: { missingProperty: 'name' },
            message: expect.stringContaining("should have required property 'name'") as string,
          },
        ],
      })
    else
      expect(body).toEqual({
        id: expect.stringMatching(/./) as string,
        name: 'ValidationError',
        message: expect.stringContaining('Request validation failed') as string,
        details: [expect.objectContaining({ path: '/body/name', description: expect.any(String) as string })],
      })
  })

  it.each([
    ['no token', null, lt(version, '4.0.0') ? 200 : 401],
    ['a backend token', BACKEND, 200],
    ['the admin token', ADMIN, lt(version, '8.0.0') ? 200 : 403],
    ['a frontend token', FRONTEND, 403],
  ])('answers an SDK with %s as that version did', async (_words, token, expected) => {
    const { status, body } = await app.call(getAllClientFeatures, { token })
    expect(status).toBe(expected)
    if (status === 200) expect(body).toMatchObject({ version: 2, features: expect.any(Array) as unknown[] })
    else expect(body).toMatchObject({ id: expect.any(String) as string, details: [{}] })
  })
})

function expectUnknown(path: string, { status, body }: Answer): void {
  const message = `The path you were looking for (${path}) is not available.`
  expect(status).toBe(404)
  expect(body).toMatchObject({
    id: expect.stringMatching(/./) as string,
    name: 'NotFoundError',
    message,
    details: [{ description: message }],
  })
}
