import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { readConfig } from '#settings/config.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'

const BASE = '/tools/flags'
const pages = makeTempFolder()
let app: TestBackend

beforeAll(async () => {
  mkdirSync(path.join(pages.folder, 'assets'))
  writeFileSync(
    path.join(pages.folder, 'index.html'),
    '<html><head><script src="./assets/a.js"></script></head></html>',
  )
  writeFileSync(path.join(pages.folder, 'assets/a.js'), 'let a')
  app = await startBackend({
    env: { BASE_URI_PATH: `${BASE}/`, HALYARD_SERVER_METRICS: 'loopback' },
    rendererDir: pages.folder,
  })
})
afterAll(async () => {
  await app.stop()
  pages.remove()
})

describe('an instance with a base path', () => {
  it.each([
    '/api/admin/projects',
    '/health',
    '/ready',
    '/docs/openapi.json',
    '/internal-backstage/prometheus',
  ])('serves %s below it, and nothing outside it', async (at) => {
    expect((await app.call('GET', `${BASE}${at}`)).status).toBe(200)
    expect(await app.call('GET', at)).toMatchObject({
      status: 404,
      body: {
        name: 'NotFoundError',
        message: `The path you were looking for (${at}) is not available.`,
      },
    })
  })

  it('does not serve a path with a similar prefix', async () => {
    expect((await app.call('GET', `${BASE}hip/health`)).status).toBe(404)
    expect((await app.call('GET', '/tools/health')).status).toBe(404)
    expect((await app.call('GET', '/')).status).toBe(404)
  })

  it.each(['', '/', '/projects/default', '/index.html'])(
    'serves its page at %j, with working links to files',
    async (at) => {
      const { status, text } = await app.call('GET', `${BASE}${at}`, { token: null })
      expect(status).toBe(200)
      expect(text).toContain(`<meta name="base-path" content="${BASE}" />`)
      expect(text).toContain(`src="${BASE}/assets/a.js"`)
      expect(await app.call('GET', `${BASE}/assets/a.js`)).toMatchObject({ status: 200, text: 'let a' })
    },
  )

  it('keeps its cookies and redirects below it', async () => {
    const signedIn = await app.call('GET', `${BASE}${app.backend.signInPath()}`, { token: null })
    expect(signedIn).toMatchObject({ status: 302, headers: { location: `${BASE}/` } })
    const cookie = [signedIn.headers['set-cookie']].flat().join()
    expect(cookie).toContain(`Path=${BASE};`)
    const [pair = ''] = cookie.split(';')
    const me = await app.call('GET', `${BASE}/api/admin/user`, { token: null, headers: { cookie: pair } })
    expect(me.status).toBe(200)
    const out = await app.call('POST', `${BASE}/logout`, { token: null, headers: { cookie: pair } })
    expect(out).toMatchObject({ status: 302, headers: { location: `${BASE}/signed-out` } })
    expect([out.headers['set-cookie']].flat().join()).toContain(`Path=${BASE};`)
  })

  it('includes it in its configuration, its links and its OpenAPI document', async () => {
    const config = await app.call('GET', `${BASE}/api/admin/ui-config`)
    expect(config.body).toMatchObject({ baseUriPath: BASE })
    const made = await app.call('POST', `${BASE}/api/admin/signal-endpoints`, { body: { name: 'here' } })
    expect((made.body as { url: string }).url).toMatch(new RegExp(`${BASE}/api/signal-endpoint/here$`))
    expect(made.headers['location']).toMatch(/^signal-endpoints\//)
    const document = await app.call('GET', `${BASE}/docs/openapi.json`)
    expect(document.body).toMatchObject({ servers: [{ url: BASE }] })
  })

  it('delivers signals to itself', async () => {
    const { id } = (await app.call('POST', `${BASE}/api/admin/signal-endpoints`, { body: { name: 'probe' } }))
      .body as { id: number }
    const token = await app.call('POST', `${BASE}/api/admin/signal-endpoints/${id}/tokens`, {
      body: { name: 't' },
    })
    const { token: secret } = token.body as { token: string }
    const sent = await app.call('POST', `${BASE}/api/signal-endpoint/probe`, { token: secret, body: {} })
    expect(sent.status).toBeLessThan(300)
  })

  it('shows its address with it once it listens', async () => {
    const url = await app.backend.listen(0)
    expect(url).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:\\d+${BASE}$`))
    expect(await (await fetch(`${url}/health`)).json()).toEqual({ health: 'GOOD' })
  })
})

describe('the setting baseUriPath', () => {
  const read = (text: string) =>
    readConfig({ dataDir: pages.folder }, { BASE_URI_PATH: text, HALYARD_DATA_DIR: pages.folder }).baseUriPath
  it.each([
    ['/a', '/a'],
    ['a', '/a'],
    ['/a/b/', '/a/b'],
    ['//a//', '/a'],
    ['/', ''],
  ])('%j becomes %j', (text, meant) => {
    expect(read(text)).toBe(meant)
  })
  it.each(['/a b', '/a?b', '/a#b', '/../b', '/./b', '/a"b', 'http://x', '/%2e'])('rejects %j', (text) => {
    expect(() => read(text)).toThrow(/baseUriPath/)
  })
})

describe('unknown paths of programs', () => {
  it.each(['api', 'auth', 'scim', 'internal-backstage', 'edge', 'feedback'])(
    'below /%s are a 404 record, or 401 for anonymous callers, and never a page',
    async (part) => {
      for (const at of [
        `/${part}/nope`,
        `/${part}/no/such/page`,
        `/${part.toUpperCase()}/nope`,
        `//${part}//nope`,
      ])
        for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'])
          for (const token of [undefined, null]) {
            const answer = await app.call(method, `${BASE}${at}`, token === null ? { token } : {})
            expect(answer.status).toBe(token === null && part === 'api' ? 401 : 404)
            // SCIM has a record of its own
            const isScim = part === 'scim'
            expect(answer.headers['content-type']).toContain(isScim ? 'scim+json' : 'application/json')
            expect(answer.body).toHaveProperty(isScim ? 'detail' : 'name')
          }
    },
  )
})
