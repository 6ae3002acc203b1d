import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'

import fastify from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'

import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { addFiles } from './files.ts'
import { ROUTER_OPTIONS } from './http-options.ts'

const temp = makeTempFolder()
afterAll(() => temp.remove())

describe('a file of the pages of which only the compressed form is there', () => {
  const assets = path.join(temp.folder, 'assets')
  mkdirSync(assets)
  writeFileSync(path.join(assets, 'page.js.gz'), gzipSync('page()'))
  writeFileSync(path.join(assets, 'plain.js'), 'plain()')
  const app = fastify()
  addFiles(app, temp.folder)
  const get = (name: string, headers = {}) => app.inject({ url: `/assets/${name}`, headers })

  it('is sent as it is to clients that take gzip, and unpacked to others', async () => {
    const packed = await get('page.js', { 'accept-encoding': 'gzip, br' })
    expect(packed.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': 'application/javascript; charset=utf-8',
      vary: 'Accept-Encoding',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(gunzipSync(packed.rawPayload).toString()).toBe('page()')
    const etag = String(packed.headers.etag)
    const known = await get('page.js', { 'accept-encoding': 'gzip', 'if-none-match': etag })
    expect(known.statusCode).toBe(304)

    for (const encodings of [undefined, 'br', 'gzip;q=0']) {
      const plain = await get('page.js', encodings === undefined ? {} : { 'accept-encoding': encodings })
      expect(plain.statusCode).toBe(200)
      expect(plain.headers).toMatchObject({ 'content-type': 'application/javascript; charset=utf-8' })
      expect(plain.headers).not.toHaveProperty('content-encoding')
      expect(plain.headers).not.toHaveProperty('etag')
      expect(plain.body).toBe('page()')
    }
  })

  it('is no other file', async () => {
    expect((await get('plain.js', { 'accept-encoding': 'gzip' })).body).toBe('plain()')
    expect((await get('none.js')).statusCode).toBe(404)
    expect((await get('..%2fassets%2fpage.js')).statusCode).toBe(404)
  })
})

describe('the guide', () => {
  it('is a page that says where else to look, in an installation without it', async () => {
    const app = fastify({ routerOptions: ROUTER_OPTIONS })
    addFiles(app, temp.folder)
    for (const url of ['/help', '/help/']) {
      const { location } = (await app.inject({ url })).headers
      const page = new URL(String(location), `http://localhost${url}`).pathname
      expect(page).toBe('/help/index.html')
      const { statusCode, headers, body } = await app.inject({ url: page })
      expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
      expect(body).toContain('<a href="../docs/openapi">')
    }
  })
})
