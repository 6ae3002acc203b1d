import { afterAll, describe, expect, it } from 'vitest'

import { FORMER_OPERATIONS } from '#shared/versions/contract/former/index.ts'
import { errorStatuses, hasBody, OPERATIONS, type Operation } from '#shared/contract/index.ts'
import { isServedIn, NEWEST_RELEASES, VERSION_CHANGES } from '#shared/versions/rules/index.ts'
import { contractOf } from '#support/service/contract-of.ts'
import { minimalBody } from '#support/service/minimal-body.ts'
import { ADMIN, BACKEND, FRONTEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { createProject } from '#shared/projects/contract/project-lifecycle.ts'

/** Tests what all operations of former contracts have in common. */
const started = new Map<string, Promise<TestBackend>>()
function as(contract: string): Promise<TestBackend> {
  const app =
    started.get(contract) ??
    startBackend({
      contract,
      rateLimits: { perMinute: {} },
      users: [{ username: 'stranger', roles: ['Viewer'] }],
    })
  started.set(contract, app)
  return app
}
afterAll(async () => {
  for (const app of started.values()) await (await app).stop()
})

const cases = FORMER_OPERATIONS.map((operation) => [operation.operationId, operation] as const)
const urlOf = ({ path }: Operation) =>
  path
    .replace(':period', '2026-11')
    .replace(/:(roleId|userId|groupId)\b/g, '1')
    .replace(/:\w+/g, 'x')
const tokenFor = ({ audience }: Operation) => (audience === 'client' ? BACKEND : ADMIN)
/** Gets the first supported release without the operation. */
function successorOf({ lifecycle }: Operation): string {
  const [major = ''] = (lifecycle.removed ?? '').split('.')
  const release = NEWEST_RELEASES[major]
  if (release === undefined) throw new Error(`nothing comes after ${lifecycle.removed}`)
  return release
}

describe('the endpoints documented as removed in v7', () => {
  const removed = VERSION_CHANGES.filter(
    ({ kind, version, source }) =>
      kind === 'endpoint removed' && version === '7.0.0' && source === 'document',
  )

  it('are all served before, as the table says, and no others are', () => {
    const rows = removed.flatMap(({ endpoints = [], deprecated = [], replacement = '' }) =>
      endpoints.map(({ method, path }) => [`${method} ${path}`, deprecated[0], replacement]),
    )
    const served = FORMER_OPERATIONS.filter(({ lifecycle }) => lifecycle.removed === '7.0.0').map(
      ({ method, path, lifecycle }) => [`${method} ${path}`, lifecycle.deprecated, lifecycle.replacement],
    )
    expect(removed).toHaveLength(12)
    expect(served.sort()).toEqual(rows.sort())
  })
})

describe.each(cases)('%s', (operationId, operation) => {
  const call = async (contract: string, more: object = {}) =>
    (await as(contract)).call(operation.method, urlOf(operation), {
      token: tokenFor(operation),
      ...(hasBody(operation) ? { body: {} } : {}),
      ...more,
    })

  it('has a unique name, the version that removed it, and its replacement', () => {
    const ids = [...OPERATIONS, ...FORMER_OPERATIONS].map((one) => one.operationId)
    expect(ids.filter((id) => id === operationId)).toHaveLength(1)
    expect(operation.lifecycle).toMatchObject({
      removed: expect.stringMatching(/^\d+\.0\.0$/) as string,
      replacement: expect.stringMatching(/^\//) as string,
    })
    expect(isServedIn(operation, '7.6.5')).toBe(false)
  })

  it('exists until the version that removed it, and is then unknown', async () => {
    const app = await as(contractOf(operation))
    await call(contractOf(operation))
    expect(app.answers.statusesOf(operationId)).not.toEqual([])

    const { status, body } = await call(successorOf(operation))
    expect((await as(successorOf(operation))).answers.statusesOf(operationId)).toEqual([])
    expect([status, body]).toMatchObject([
      404,
      {
        name: 'NotFoundError',
        message: `The path you were looking for (${urlOf(operation)}) is not available.`,
      },
    ])
  })

  it('is in the document of the version, as deprecated where it was', async () => {
    const { body } = await (await as(contractOf(operation))).call('GET', '/docs/openapi.json')
    const { paths } = body as {
      paths: Record<string, Record<string, { operationId: string; deprecated?: boolean }>>
    }
    const documented = paths[operation.path.replace(/:(\w+)/g, '{$1}')]?.[operation.method.toLowerCase()]
    expect(documented?.operationId).toBe(operationId)
    expect(documented?.deprecated ?? false).toBe(operation.lifecycle.deprecated !== undefined)
  })

  it('rejects anonymous callers, tokens of another kind, and pages of other origins', async () => {
    const contract = contractOf(operation)
    if (contract !== NEWEST_RELEASES['3']) {
      expect((await call(contract, { token: null })).status).toBe(401)
      expect((await call(contract, { token: FRONTEND })).status).toBe(403)
    }
    const foreign = await call(contract, { headers: { origin: 'https://evil.example' } })
    expect(foreign).toMatchObject({ status: 403, body: { name: 'ForeignOriginError' } })
  })
})

describe.each(cases.filter(([, operation]) => hasBody(operation)))('the body of %s', (_id, operation) => {
  it('is JSON of a limited size', async () => {
    const app = await as(contractOf(operation))
    const send = (raw: string, contentType: string) =>
      app.call(operation.method, urlOf(operation), {
        token: tokenFor(operation),
        raw,
        headers: { 'content-type': contentType },
      })
    expect((await send('{}', 'text/plain')).status).toBe(415)
    expect((await send('{"a":', 'application/json')).status).toBe(400)
    const large = JSON.stringify({ filler: 'x'.repeat(600 * 1024) })
    expect((await send(large, 'application/json')).status).toBe(413)
    expect(errorStatuses(operation)).toEqual(expect.arrayContaining([400, 413, 415]))
  })
})

const inProject = cases.filter(([, { path }]) => path.includes(':projectId'))
describe.each(inProject)('%s in a private project', (_id, operation) => {
  it('is answered to outsiders as for a project that never existed', async () => {
    const app = await as(contractOf(operation))
    await app.call(createProject, { body: { id: 'hush', name: 'hush', mode: 'private' } })
    const told = async (project: string) => {
      const { status, text } = await app.call(
        operation.method,
        urlOf(operation).replace('/x', `/${project}`),
        { as: 'stranger', ...(hasBody(operation) ? { body: minimalBody(operation) } : {}) },
      )
      return [status, text.replaceAll(project, 'it').replace(/"id":"[^"]*"/g, '')]
    }
    const hidden = await told('hush')
    expect(hidden[0]).toBeGreaterThanOrEqual(403)
    expect(hidden).toEqual(await told('nosy'))
  })
})
