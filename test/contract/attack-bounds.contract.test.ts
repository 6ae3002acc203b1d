import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { parseRequest } from '#kernel/parse-request.ts'
import { requireBounded } from '#kernel/request-bounds.ts'
import { FORMER_OPERATIONS } from '#shared/versions/contract/former/index.ts'
import { hasBody, OPERATIONS, type Operation } from '#shared/contract/index.ts'
import { ADDRESS_BOUNDS, REQUEST_BOUNDS } from '#shared/contract-engine/request-bounds.ts'
import { nodesOf, type SchemaNode, type SchemaPath } from '#support/service/schema-walk.ts'
import { BACKEND, FRONTEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { addFeatureStrategy } from '#shared/flags/contract/strategies.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { getAdvancedPlayground } from '#shared/insight/contract/playground.ts'
import { exportFeatures } from '#shared/transfer/contract/import-export.ts'
import { getUpgradeReport } from '#shared/versions/contract/upgrade-report.ts'

let app: TestBackend

beforeAll(async () => {
  app = await startBackend({ users: [{ username: 'viewer', roles: ['Viewer'] }] })
})
afterAll(() => app.stop())

type Part = 'params' | 'query' | 'body'
/** A value that is alone at a path. */
const placed = (path: SchemaPath, value: unknown): unknown =>
  path.reduceRight<unknown>((inner, step) => (typeof step === 'number' ? [inner] : { [step]: inner }), value)

const boundsOf = (operation: Operation, part: Part) =>
  part === 'body' ? { ...REQUEST_BOUNDS, ...operation.bounds } : ADDRESS_BOUNDS

function excessOf(kind: SchemaNode['kind'], operation: Operation, part: Part): unknown {
  const { items, keys, text, values } = boundsOf(operation, part)
  if (kind === 'array') return Array(Math.min(items, values) + 1).fill(0)
  if (kind === 'string' || kind === 'any') return 'x'.repeat(text + 1)
  return Object.fromEntries(
    Array.from({ length: Math.min(keys, values) + 1 }, (_, index) => [`k${index}`, 0]),
  )
}

function refusalOf(work: () => unknown): { status: number; details: { message: string; path?: string }[] } {
  try {
    work()
  } catch (error) {
    return error as ReturnType<typeof refusalOf>
  }
  return { status: 200, details: [] }
}

describe('the bounds of requests', () => {
  const all = [...OPERATIONS, ...FORMER_OPERATIONS]

  it('apply to every list, record and text of every operation, before its schema', () => {
    let checked = 0
    const unbounded: string[] = []
    for (const operation of all)
      for (const part of ['params', 'query', 'body'] as const) {
        if (part === 'body' && !hasBody(operation)) continue
        for (const { kind, path } of nodesOf(operation[part])) {
          checked++
          // bodies of signals are bounded in bytes, and have bounds of megabytes here
          if (boundsOf(operation, part).text > 1_000_000) continue
          const raw = { [part]: placed(path, excessOf(kind, operation, part)) }
          const { status, details } = refusalOf(() => parseRequest(operation, raw))
          const isNamed = details[0]?.path?.startsWith(`/${[part, ...path].join('/')}`.slice(0, 40))
          if (status !== 400 || !/must NOT have more than/.test(details[0]?.message ?? '') || !isNamed)
            unbounded.push(`${operation.operationId} ${part}/${path.join('/')}: ${details[0]?.message}`)
        }
      }
    expect(unbounded).toEqual([])
    expect(checked).toBeGreaterThan(800)
  })

  it('are finite in every operation', () => {
    const numbers = all.flatMap((operation) => Object.values(boundsOf(operation, 'body')).map(Number))
    expect(Math.max(...numbers)).toBeLessThanOrEqual(10_000_000)
  })

  it('take time linear in the request, without recursion', () => {
    let deep: unknown = 0
    for (let level = 0; level < 400_000; level++) deep = { a: deep }
    expect(refusalOf(() => requireBounded('body', deep)).details[0]).toMatchObject({
      path: '/body',
      message: 'The body must not be nested more than 200 levels deep.',
    })
    const wide = Array.from({ length: 300 }, () => new Array<string>(1000).fill('x'))
    expect(refusalOf(() => requireBounded('body', wide)).details[0]?.message).toContain(
      '100000 values in all',
    )
  })

  it('accept requests within the bounds', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 20 }), (value) => {
        expect(() => requireBounded('body', value)).not.toThrow()
      }),
    )
  })
})

describe('JSON that is nested too deep', () => {
  const nests = [
    ['lists', '['.repeat(45_000)],
    ['lists that are closed', `${'['.repeat(5000)}${']'.repeat(5000)}`],
    ['objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
  ] as const

  it.each(nests)('is a 400 for every operation that reads JSON: %s', async (_what, raw) => {
    const wrong: string[] = []
    for (const operation of OPERATIONS.filter(hasBody)) {
      const path = operation.path.replaceAll(/:\w+/g, '1')
      const token =
        operation.audience === 'client' ? BACKEND : operation.audience === 'frontend' ? FRONTEND : undefined
      const answer = await app.call(operation.method, path, {
        raw,
        headers: { 'content-type': 'application/json' },
        ...(token === undefined ? {} : { token }),
      })
      if (answer.status >= 500 || answer.status < 400)
        wrong.push(`${operation.operationId}: ${answer.status}`)
    }
    expect(wrong).toEqual([])
    const login = await app.call('POST', '/auth/simple/login', {
      raw,
      token: null,
      headers: { 'content-type': 'application/json' },
    })
    expect(login.status).toBe(400)
  })

  it('is a 400 for procedures of the window', async () => {
    const answer = await app.call('POST', '/trpc/tags.create', {
      as: 'viewer',
      raw: `{"body":${nests[1][1]}}`,
      headers: { 'content-type': 'application/json', origin: 'http://localhost:4242' },
    })
    expect([400, 404]).toContain(answer.status)
  })
})

describe('a batch of procedures', () => {
  it('is bounded in number', async () => {
    const batch = (count: number) =>
      app.call(
        'GET',
        `/trpc/${Array(count).fill('x.y').join(',')}?batch=1&input=${encodeURIComponent('{}')}`,
        {
          as: 'viewer',
        },
      )
    expect((await batch(30)).text).toContain('No procedure found')
    const refused = await batch(31)
    expect([refused.status, refused.text.includes('No procedure found')]).toEqual([400, false])
  })
})

describe('the parameters of strategies', () => {
  const add = (parameters: Record<string, string>) =>
    app.call(addFeatureStrategy, {
      params: { projectId: 'default', featureName: 'parametered', environment: 'development' },
      body: { name: 'remoteAddress', parameters },
    })

  it('are bounded in number and in length', async () => {
    await app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'parametered' } })
    expect((await add({ IPs: `${' '.repeat(40_000)}x` })).status).toBe(200)
    const long = await add({ IPs: `${' '.repeat(95_000)}x` })
    expect(long.status).toBe(400)
    expect(long.text).toContain(
      'The `/body/parameters/IPs` property must NOT have more than 50000 characters',
    )
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`p${index}`, 'x']))
    expect((await add(many)).text).toContain('must NOT have more than 100 properties')
  })
})

describe('the advanced playground', () => {
  const play = (body: object) =>
    app.call(getAdvancedPlayground, {
      as: 'viewer',
      body: { environments: ['development'], projects: '*', context: { appName: 'x' }, ...body },
    })
  const many = (count: number) => Array.from({ length: count }, (_, index) => `v${index}`).join(',')

  it('limits combinations, also when no flag is requested', async () => {
    const context = { appName: many(60), userId: many(60), sessionId: many(60), remoteAddress: many(60) }
    const answer = await play({ projects: ['nope'], context: { ...context, properties: { x: many(60) } } })
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('it would generate 777600000 combinations exceeding 15000 limit')
  })

  it('bounds the fields of all contexts, and the characters of the answer', async () => {
    const fields = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 'v']))
    const thousandOne = await play({ context: { appName: 'x', properties: fields(1001) } })
    expect(thousandOne.text).toContain('must NOT have more than 1000 properties')
    const context = { appName: many(1000), properties: fields(900) }
    const wide = await play({ projects: ['nope'], context })
    expect(wide.status).toBe(400)
    expect(wide.text).toContain('its contexts would have 901000 fields exceeding 500000 limit')
    const long = { appName: many(1500), properties: { x: 'x'.repeat(80_000) } }
    const refused = await play({ projects: ['nope'], context: long })
    expect(refused.status).toBe(400)
    expect(refused.text).toMatch(/its answer would have 1200\d{5} characters exceeding 100000000 limit/)
    const within = await play({
      projects: ['nope'],
      context: { appName: many(500), properties: fields(900) },
    })
    expect(within.status).toBe(200)
  })

  it('counts environments before it reads anything, known or not', async () => {
    const environments = Array.from({ length: 9000 }, (_, index) => `n${index}`)
    const answer = await play({ environments, context: { appName: 'a,b' } })
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('18000 combinations')
    const repeated = await play({ environments: Array(10_001).fill('n') })
    expect(repeated.text).toContain('more than 10000 items')
  })

  it('returns unknown environments as before, and reads them once', async () => {
    await app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'played' } })
    const answer = await play({ environments: ['development', 'nope-1', 'nope-2'] })
    expect(answer.status).toBe(200)
    const [feature] = answer.body.features
    expect(feature?.environments).toMatchObject({
      development: [{ isEnabled: false, environment: 'development' }],
      'nope-1': [{ isEnabled: false, environment: 'nope-1' }],
      'nope-2': [{ isEnabled: false, environment: 'nope-2' }],
    })
  })
})

describe('an export', () => {
  it('of more names than a statement has parameters is a 400, and of many names succeeds', async () => {
    const names = (count: number) => Array.from({ length: count }, (_, index) => `f${index}`)
    const ask = (count: number) =>
      app.call(exportFeatures, { body: { environment: 'development', features: names(count) } })
    expect((await ask(9000)).status).toBe(200)
    const refused = await app.call(exportFeatures, {
      body: { environment: 'development', features: Array(12_000).fill('f') },
    })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('more than 10000 items')
  })
})

describe('a name that every object inherits', () => {
  it('such as constructor is a 400 in the upgrade report', async () => {
    for (const to of ['constructor', '__proto__', 'toString', 'hasOwnProperty'])
      expect((await app.call(getUpgradeReport, { query: { to } })).status).toBe(400)
  })
})

describe('a path that is not a URL', () => {
  it.each(['//:80/foo', '//[x', '//a b', '/%', '/%zz', '//@:1'])('%s is answered below 500', async (path) => {
    for (const token of [null, undefined]) {
      const answer = await app.call('GET', path, token === undefined ? {} : { token })
      expect(answer.status).toBeLessThan(500)
    }
  })
})

describe('hostile JSON', () => {
  const sample = OPERATIONS.filter(hasBody).filter((_, index) => index % 6 === 0)
  const key = fc.constantFrom('__proto__', 'constructor', 'toString', 'name', 'values', 'features', '')
  const { hostile } = fc.letrec((tie) => ({
    hostile: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom(
        null,
        true,
        0,
        -0,
        1e308,
        '',
        '\u0000',
        '\ud800',
        'constructor',
        '__proto__',
        ' '.repeat(500),
      ),
      fc.array(tie('hostile'), { maxLength: 4 }),
      fc.dictionary(key, tie('hostile'), { maxKeys: 5 }),
    ),
  }))

  it.each(sample.map((operation) => [operation.operationId, operation] as const))(
    'never causes a 5xx of %s',
    async (_id, operation) => {
      await fc.assert(
        fc.asyncProperty(hostile, async (body) => {
          const { status } = await app.call(
            operation.method,
            operation.path.replaceAll(/:\w+/g, 'constructor'),
            {
              raw: JSON.stringify(body),
              headers: { 'content-type': 'application/json' },
            },
          )
          expect(status).toBeLessThan(500)
        }),
        { numRuns: 15 },
      )
    },
  )
})
