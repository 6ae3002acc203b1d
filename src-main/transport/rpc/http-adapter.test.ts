import { Readable } from 'node:stream'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { unpackAnswer } from '#shared/rpc/rpc-transformer.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'

let app: TestBackend

beforeAll(async () => {
  app = await startBackend({ users: [{ username: 'boss', roles: ['Admin'] }] })
})
afterAll(() => app.stop())

describe('procedures over HTTP', () => {
  it('accept a query that is too long for an address', async () => {
    const made = await app.call('POST', '/api/admin/segments', { body: { name: 'many', constraints: [] } })
    const { id } = made.body as { id: number }
    const lists = Array.from({ length: 4 }, (_, list) => ({
      contextName: 'userId',
      operator: 'IN',
      values: Array.from({ length: 250 }, (_value, n) => `a user with a long name ${list} ${n}`),
    }))
    const input = { params: { id: String(id) }, body: { segment: { name: 'many', constraints: lists } } }
    expect(encodeURIComponent(JSON.stringify(input)).length).toBeGreaterThan(2 ** 14) // the maximum header size of Node
    const { status, body } = await app.call('POST', '/trpc/getSegmentBlastRadius', {
      as: 'boss',
      body: input,
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ result: { data: { flagsTouched: 0 } } })
  })

  it('answer with large texts, several in one response, as the HTTP API does', async () => {
    const description = '"ü😀\n'.repeat(600_000)
    await app.call('POST', '/api/admin/projects/default/features', { body: { name: 'long' } })
    await app.backend.store.queries.updateTable('features').set({ description }).execute()
    const formats = ['json', 'yaml']
    const input = Object.fromEntries(formats.map((format, nr) => [nr, { query: { format } }]))
    const { body } = await app.call(
      'GET',
      `/trpc/exportScenario,status,exportScenario?batch=1&input=${encodeURIComponent(JSON.stringify({ 0: input[0], 2: input[1] }))}`,
      { as: 'boss' },
    )
    const answers = (body as { result: { data: unknown } }[]).map(({ result }) => unpackAnswer(result.data))
    expect(answers[1]).toHaveProperty('url')
    for (const [nr, format] of formats.entries()) {
      const sent = await app.call('GET', `/api/admin/scenario?format=${format}`)
      const { text } = sent.body as { text: string }
      expect(text.length).toBeGreaterThan(2_000_000)
      // compared as one: a difference of texts so long takes minutes to print
      expect(JSON.stringify(answers[nr * 2]) === JSON.stringify(sent.body)).toBe(true)
    }
  })

  it('change nothing on a GET', async () => {
    const input = encodeURIComponent(
      JSON.stringify({ params: { projectId: 'default' }, body: { name: 'by-get' } }),
    )
    expect((await app.call('GET', `/trpc/createFeature?input=${input}`, { as: 'boss' })).status).toBe(405)
    expect((await app.call('GET', '/api/admin/projects/default/features/by-get')).status).toBe(404)
  })

  it('take bodies as long as their operations do, one by one and in batches', async () => {
    const input = { body: { text: `# ${'x'.repeat(200_000)}\nscenario: 1` } }
    const post = (path: string, body: unknown) => app.call('POST', `/trpc/${path}`, { as: 'boss', body })
    expect((await post('planScenario', input)).body).toMatchObject({ result: { data: { steps: [] } } })
    expect((await post('planScenario?batch=1', { 0: input })).status).toBe(200)
    const long = { body: { name: 'x'.repeat(200_000) } }
    expect((await post('createFeature', long)).status).toBe(413)
    // a body that does not say its length is read first
    const payload = Readable.from([JSON.stringify(long)])
    const headers = { 'content-type': 'application/json' }
    const answer = await app.backend.http.inject({
      method: 'POST',
      url: '/trpc/createFeature',
      payload,
      headers,
    })
    expect(answer.statusCode).toBe(413)
  })
})
