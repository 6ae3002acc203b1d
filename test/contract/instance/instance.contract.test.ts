import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { SERVED_OPERATIONS } from '#support/service/contract-of.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { escapeHtml } from '#shared/escape-html.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { getAllEnvironments } from '#shared/projects/contract/environments.ts'

let app: TestBackend
const pages = makeTempFolder()

beforeAll(async () => {
  mkdirSync(path.join(pages.folder, 'assets'))
  writeFileSync(path.join(pages.folder, 'index.html'), '<title>pages</title>')
  writeFileSync(path.join(pages.folder, 'assets/app.js'), '1')
  app = await startBackend({ rendererDir: pages.folder })
})
afterAll(async () => {
  await app.stop()
  pages.remove()
})

const get = (url: string, token: string | null = null) => app.call('GET', url, { token })

describe('an operational path', () => {
  it.each(['/health', '/ready'])('%s', async (url) => {
    expect(await get(url)).toMatchObject({ status: 200, body: { health: 'GOOD' } })
    expect(await app.call('HEAD', url, { token: null })).toMatchObject({ status: 200, text: '' })
  })
})

describe('routing', () => {
  it.each(['/api/admin/projects/', '/api//admin//projects', '/API/Admin/projects'])(
    'treats %s as the path it normalises to',
    async (url) => {
      expect(await app.call('GET', url)).toMatchObject({ status: 200, body: { version: 1 } })
    },
  )

  it('answers HEAD where it answers GET', async () => {
    expect(await app.call('HEAD', '/api/admin/projects')).toMatchObject({ status: 200, text: '' })
    expect((await app.call('HEAD', '/api/admin/playground')).status).toBe(404)
  })

  it.each(['/api/admin/projects/%zz', `/api/admin/projects/${'p'.repeat(1001)}/overview`])(
    'refuses a path that is no path',
    async (url) => {
      expect(await app.call('GET', url)).toMatchObject({ status: 400, body: { name: 'BadDataError' } })
    },
  )

  it('reads a body of the Admin API up to the usual limit, and says so in its record', async () => {
    const body = { name: 'large', description: 'd'.repeat(200_000) }
    expect(await app.call('POST', '/api/admin/projects/default/features', { body })).toMatchObject({
      status: 413,
      body: { name: 'PayloadTooLargeError' },
    })
  })

  it('keeps a slash within a name', async () => {
    expect(await app.call('GET', '/api/admin/projects/default/features/a%2Fb')).toMatchObject({
      status: 404,
      body: { message: expect.stringContaining('a/b') as string },
    })
  })

  it('keeps the letter case of names', async () => {
    await app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'MixedCase' } })
    expect((await app.call('GET', '/API/ADMIN/projects/default/FEATURES/MixedCase')).status).toBe(200)
  })

  it.each([
    '/api/nope',
    '/api/admin/nope',
    '/api/',
    '/api/admin',
    '/api/client',
    '/api/frontend/all',
    '/api/proxy',
    '/api/admin/projects/default',
  ])('answers a known caller that %s is not available', async (url) => {
    expect(await app.call('GET', url)).toMatchObject({
      status: 404,
      body: { name: 'NotFoundError', message: `The path you were looking for (${url}) is not available.` },
    })
    expect(await get(url)).toMatchObject({ status: 401, body: { name: 'AuthenticationRequired' } })
  })

  it('returns 404 for a method that a path does not have', async () => {
    expect((await app.call('PATCH', '/api/admin/projects', { body: {} })).status).toBe(404)
  })

  it.each([
    '/auth',
    '/auth/oidc',
    '/auth/saml/nope',
    '/AUTH//nope',
    '/internal-backstage/nope',
    '/edge/nope',
  ])('issue 14: answers that %s is not available, and never with the page', async (url) => {
    expect(await get(url)).toMatchObject({
      status: 404,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: { name: 'NotFoundError', message: `The path you were looking for (${url}) is not available.` },
    })
  })

  it('issue 14: serves the page for paths with a similar prefix', async () => {
    for (const url of ['/authors', '/edges/x', '/scimitar']) expect((await get(url)).status).toBe(200)
  })

  it('forbids other sites to show what is served, except for the frontend API', async () => {
    const policyOf = async (path: string) =>
      (await app.call('GET', path)).headers['cross-origin-resource-policy']
    expect([await policyOf('/'), await policyOf('/api/admin/projects')]).toEqual([
      'same-origin',
      'same-origin',
    ])
    expect(await policyOf('/api/frontend')).toBe('cross-origin')
  })

  it('serves the page for every other path, but no missing file', async () => {
    expect(await get('/')).toMatchObject({ status: 200, text: '<title>pages</title>' })
    expect(await get('/projects/default/features/x')).toMatchObject({
      status: 200,
      text: '<title>pages</title>',
    })
    expect(await get('/assets/app.js')).toMatchObject({ status: 200, text: '1' })
    for (const other of ['/assets/other.js', '/assets/..%2Findex.html'])
      expect((await get(other)).text).not.toContain('pages')
    expect(await get('/nope.js')).toMatchObject({ status: 404, body: { name: 'NotFoundError' } })
    expect((await get('/..%2f..%2fetc%2fpasswd')).text).not.toContain('root:')
    expect((await app.call('POST', '/nope', { token: null })).status).toBe(404)
  })

  it('lets browsers keep files whose names have a hash, and asks them to look again for the page', async () => {
    const cachingOf = async (path: string) => (await get(path)).headers['cache-control']
    expect(await cachingOf('/assets/app.js')).toBe('public, max-age=31536000, immutable')
    expect(await cachingOf('/')).toBe('public, max-age=0')
  })

  it('returns 304 to a client that has the answer', async () => {
    const { headers } = await app.call(getAllEnvironments)
    expect(String(headers['etag'])).toMatch(/^W\/"[0-9a-f]+-.{27}"$/)
    const again = await app.call(getAllEnvironments, {
      headers: { 'if-none-match': String(headers['etag']) },
    })
    expect(again).toMatchObject({ status: 304, text: '' })
  })

  it('sends its content security policy with everything', async () => {
    expect((await get('/')).headers).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'") as string,
      'x-content-type-options': 'nosniff',
    })
  })
})

describe('the OpenAPI document', () => {
  it('has every operation with its responses', async () => {
    const { status, body, headers } = await get('/docs/openapi.json')
    expect(status).toBe(200)
    const { paths, openapi } = body as {
      openapi: string
      paths: Record<string, Record<string, { operationId: string; responses: object }>>
    }
    expect(openapi).toBe('3.0.3')
    const ids = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map((one) => one.operationId),
    )
    expect(ids.sort()).toEqual(SERVED_OPERATIONS.map((one) => one.operationId).sort())
    expect(paths['/api/admin/projects/{projectId}/features']?.['post']?.responses).toHaveProperty('409')
    expect(
      (
        await app.call('GET', '/docs/openapi.json', {
          token: null,
          headers: { 'if-none-match': String(headers['etag']) },
        })
      ).status,
    ).toBe(304)
  })

  it('says of which answers a header names what was made', async () => {
    const { paths } = (await get('/docs/openapi.json')).body as {
      paths: Record<string, Record<string, { responses: Record<string, { headers?: object }> }>>
    }
    expect(paths['/api/admin/tags']?.['post']?.responses['201']?.headers).toHaveProperty('Location')
    expect(paths['/api/admin/tags']?.['get']?.responses['200']).not.toHaveProperty('headers')
    const tag = { type: 'simple', value: 'a b' }
    const { headers } = await app.call('POST', '/api/admin/tags', { body: tag })
    expect(headers['location']).toBe('tags/simple/a%20b')
  })

  it('refers only to schemas that it contains', async () => {
    const { text, body } = await get('/docs/openapi.json')
    const held = Object.keys((body as { components: { schemas: object } }).components.schemas)
    const referred = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map((match) => match[1])
    expect(referred.filter((name) => !held.includes(name ?? ''))).toEqual([])
    expect(text).not.toMatch(/#\/(\$defs|definitions)\//)
  })

  it('is a page that needs no script to be read, and has none within it', async () => {
    for (const url of ['/docs/openapi', '/docs/openapi/']) {
      const { text, headers } = await get(url)
      expect(headers['content-type']).toContain('text/html')
      expect(text.match(/<script.*?>.*?<\/script>/g)).toEqual([
        '<script src="/docs/openapi/page.js" defer></script>',
      ])
    }
    expect((await get('/docs/openapi/style.css')).headers['content-type']).toContain('text/css')
    expect((await get('/docs/openapi/page.js')).headers['content-type']).toContain('text/javascript')
  })

  it('shows a request and the shapes of an operation, with everything that they refer to', async () => {
    const { text } = await get('/docs/openapi')
    const [own = ''] = /<details id="createFeature"[^]*?<\/details>/.exec(text) ?? []
    expect(own).toContain(
      escapeHtml(`curl -X POST 'http://127.0.0.1:4242/api/admin/projects/default/features' \\
  -H "Authorization: $HALYARD_TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{"name":"name"}'`),
    )
    expect(own).toContain('tags?: {\n    type: string\n    value: string\n  }[]')
    expect(own).toContain('the permission CREATE_FEATURE')
    expect(text.includes('#/components/')).toBe(false)
    const ids = [...text.matchAll(/<details id="(\w+)"/g)].map(([, id]) => id)
    expect(ids.toSorted()).toEqual(SERVED_OPERATIONS.map((one) => one.operationId).toSorted())
  })
})
