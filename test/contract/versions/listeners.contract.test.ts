import { createHash } from 'node:crypto'
import type { AddressInfo } from 'node:net'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { InstanceStatistics } from '#shared/instance/schemas/instance-statistics.ts'
import { freePort, occupyPort } from '#support/runner/free-port.ts'
import { ADMIN, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { getListeners, updateListener, removeListener } from '#shared/versions/contract/listeners.ts'
import { getAccessOverview } from '#shared/access/contract/access-overview.ts'

const LISTENERS = '/api/admin/listeners'

// the listener changes, so keep no connection
const ask = (port: number, path: string): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: ADMIN, connection: 'close' } })
const statusAt = async (port: number, path: string) => (await ask(port, path)).status
const documentAt = async (port: number): Promise<unknown> => (await ask(port, '/docs/openapi.json')).json()

let app: TestBackend
let fixed: number
let url: string
beforeAll(async () => {
  fixed = await freePort()
  app = await startBackend({ env: { HALYARD_LISTENERS: `${fixed}=5` } })
  url = await app.backend.listen(0)
})
afterAll(() => app.stop())

const add = (body: unknown) => app.call('POST', LISTENERS, { body })
const listed = async (port: number) => {
  const { body } = await app.call(getListeners)
  return body.listeners.find((one) => one.port === port)
}

describe('a listener from the settings', () => {
  it('answers as its version beside the main port', async () => {
    expect(await listed(fixed)).toEqual({
      port: fixed,
      url: `http://127.0.0.1:${fixed}`,
      contract: '5.12.0',
      strict: null,
      failure: null,
      fixed: true,
    })
    expect(await documentAt(fixed)).toMatchObject({ info: { version: '5.12.0' } })
    expect(await statusAt(fixed, '/api/admin/access/overview')).toBe(404)
    expect((await app.call(getAccessOverview)).status).toBe(200)
  })

  it('returns its version everywhere, and the main port its own', async () => {
    for (const [version, textOf] of [
      ['5.12.0', async (path: string) => (await ask(fixed, path)).text()],
      ['7.6.5', async (path: string) => (await app.call('GET', path)).text],
    ] as const) {
      const told = await textOf('/api/admin/instance-admin/statistics')
      const { sum, ...figures } = JSON.parse(told) as InstanceStatistics
      expect(figures).toMatchObject({ versionOSS: version, versionEnterprise: version })
      expect(sum).toBe(createHash('sha256').update(JSON.stringify(figures)).digest('hex'))
      expect(await textOf('/api/admin/instance-admin/statistics/csv')).toContain(`"${version}","${version}"`)
      expect(JSON.parse(await textOf('/api/admin/ui-config'))).toMatchObject({
        version,
        versionInfo: { current: { oss: version, enterprise: version } },
      })
    }
  })

  it('cannot be changed through the API', async () => {
    const changed = await app.call(updateListener, { params: { port: fixed }, body: { contract: '6' } })
    expect(changed.status).toBe(403)
    expect((await app.call(removeListener, { params: { port: fixed } })).status).toBe(403)
    expect((await add({ port: fixed, contract: '6' })).status).toBe(409)
  })
})

describe('a listener added at runtime', () => {
  it('opens with its response, changes its version when updated, and closes when removed', async () => {
    const port = await freePort()
    const added = await add({ port, contract: '5' })
    expect(added.status).toBe(201)
    expect(added.body).toEqual(await listed(port))
    expect(added.body).toMatchObject({ port, contract: '5.12.0', strict: null, fixed: false })
    expect(await listed(port)).toMatchObject({ failure: null })
    expect(await documentAt(port)).toMatchObject({ info: { version: '5.12.0' } })

    const changed = await app.call(updateListener, { params: { port }, body: { contract: '6.9' } })
    expect(changed.body).toMatchObject({ contract: '6.9.0' })
    expect(await documentAt(port)).toMatchObject({ info: { version: '6.9.0' } })

    expect((await app.call(removeListener, { params: { port } })).status).toBe(200)
    await expect(documentAt(port)).rejects.toThrow('fetch failed')
    expect(await listed(port)).toBeUndefined()
    expect((await app.call(removeListener, { params: { port } })).status).toBe(404)
    expect((await app.call(removeListener, { params: { port: 'none' } })).status).toBe(400)
    expect((await app.call(updateListener, { params: { port }, body: { contract: '6' } })).status).toBe(404)
  })

  it('answers in strict mode as the next version already', async () => {
    const port = await freePort()
    await add({ port, contract: '6', strict: '8' })
    expect(await listed(port)).toMatchObject({ contract: '6.10.1', strict: '8.2.0' })
    expect(await documentAt(port)).toMatchObject({ info: { version: '8.2.0' } })
    await app.call(removeListener, { params: { port } })
  })

  it('cannot be changed or removed through itself, because the response would be lost', async () => {
    const port = await freePort()
    await add({ port, contract: '6' })
    const within = async (method: string, body?: object) => {
      const itself = `http://127.0.0.1:${port}${LISTENERS}/${port}`
      const headers = { authorization: ADMIN, 'content-type': 'application/json', connection: 'close' }
      const answer = await fetch(itself, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
      return [answer.status, await answer.text()]
    }
    const refused = [403, expect.stringContaining(`through port ${port} itself`) as string]
    expect(await within('PUT', { contract: '5' })).toEqual(refused)
    expect(await within('DELETE')).toEqual(refused)
    expect(await listed(port)).toMatchObject({ contract: '6.10.1', failure: null })
    expect((await app.call(removeListener, { params: { port } })).status).toBe(200)
  })

  it('shares the rate limits of an address with the other ports', async () => {
    const port = await freePort()
    await add({ port, contract: '6' })
    const signIn = async (at: string) => {
      const body = JSON.stringify({ username: 'nobody', password: 'wrong' })
      const headers = { 'content-type': 'application/json', connection: 'close' }
      const answer = await fetch(`${at}/auth/simple/login`, { method: 'POST', headers, body })
      return Number(answer.headers.get('ratelimit-remaining'))
    }
    const left = await signIn(url)
    expect(await signIn(`http://127.0.0.1:${port}`)).toBe(left - 1)
    await app.call(removeListener, { params: { port } })
  })

  it('reports why it is not open where the port is taken', async () => {
    const other = await occupyPort()
    const { port } = other.address() as AddressInfo
    const inUse = expect.stringContaining(`Port ${port} is in use`) as string
    try {
      expect(await add({ port, contract: '6' })).toMatchObject({ status: 201, body: { failure: inUse } })
      expect((await listed(port))?.failure).toEqual(inUse)
    } finally {
      await new Promise((resolve) => other.close(resolve))
    }
    const anew = await app.call(updateListener, { params: { port }, body: { contract: '6' } })
    expect(anew.body).toMatchObject({ failure: null })
    await app.call(removeListener, { params: { port } })
  })

  it.each([
    [{ port: 0, contract: '6' }, '/body/port'],
    [{ port: 70_000, contract: '6' }, '/body/port'],
    [{ port: 4300, contract: '2' }, '/body/contract'],
    [{ port: 4300, contract: '6', strict: 'soon' }, '/body/strict'],
    [{ port: 4300 }, '/body/contract'],
  ])('rejects %j, naming the field', async (body, path) => {
    const answer = await add(body)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ name: 'ValidationError', details: [{ path }] })
  })

  it('is limited to eight', async () => {
    const ports: number[] = []
    while (ports.length < 8) {
      const port = await freePort()
      if ((await add({ port, contract: '7' })).status === 201) ports.push(port)
    }
    const ninth = await add({ port: await freePort(), contract: '7' })
    expect(ninth.status).toBe(400)
    expect(ninth.body).toMatchObject({ name: 'ExceedsLimitError' })
    for (const port of ports) await app.call(removeListener, { params: { port } })
  })
})

it('a removed operation returns since when it is removed, and its replacement', async () => {
  const answer = await app.call('GET', '/api/admin/archive/features')
  expect(answer.status).toBe(404)
  expect(answer.headers).toMatchObject({
    'halyard-removed-in': '7.0.0',
    link: '</api/admin/search/features?archived=IS:true>; rel="successor-version"',
  })
  const never = await app.call('GET', '/api/admin/never-there')
  expect(never.headers['halyard-removed-in']).toBeUndefined()
})
