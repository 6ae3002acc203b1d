import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { searchSignals, sendSignal } from '#shared/signals/contract/signals.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { addSignalEndpoint } from '#support/stages/signal-endpoints.ts'

let app: TestBackend
let endpoint: { id: number }

beforeAll(async () => {
  app = await startBackend()
  endpoint = await addSignalEndpoint(app, 'monitoring')
  for (let n = 0; n < 9; n++) {
    const payload = { n, labels: { service: n % 3 === 0 ? 'checkout' : 'cart' }, alerts: [{ firing: n > 6 }] }
    const { status } = await app.call(sendSignal, {
      params: { signalEndpointId: String(endpoint.id) },
      body: { payload },
    })
    expect(status).toBe(201)
  }
})
afterAll(() => app.stop())

const find = (query: Record<string, string>) => app.call(searchSignals, { query })
const numbersIn = ({ body }: Awaited<ReturnType<typeof find>>) =>
  body.signals.map(({ payload }) => (payload as { n: number }).n)

describe('signals are found by a value at a path', () => {
  it('of an object and of a list, newest first or last', async () => {
    const service = { path: 'labels.service', value: 'checkout' }
    expect(numbersIn(await find(service))).toEqual([6, 3, 0])
    expect(numbersIn(await find({ ...service, sortOrder: 'asc' }))).toEqual([0, 3, 6])
    expect(numbersIn(await find({ path: 'alerts[0].firing', value: 'true' }))).toEqual([8, 7])
    expect(numbersIn(await find({ path: 'service', value: 'checkout' }))).toEqual([])
    expect((await find(service)).body).toMatchObject({ total: 9, next: null })
  })

  it('page by page, where new signals come in meanwhile', async () => {
    const asked = { path: 'labels.service', value: 'cart', limit: '2', endpoint: String(endpoint.id) }
    const found: number[] = []
    let after: string | null = null
    do {
      const page = await find({ ...asked, ...(after === null ? {} : { after }) })
      found.push(...numbersIn(page))
      after = page.body.next
      await app.call(sendSignal, {
        params: { signalEndpointId: String(endpoint.id) },
        body: { payload: { n: 100, labels: { service: 'cart' } } },
      })
    } while (after !== null)
    expect(found).toEqual([8, 7, 5, 4, 2, 1])
  })

  it.each([
    [{ path: 'n' }, '/query/value'],
    [{ value: '1' }, '/query/path'],
    [{ path: 'n', value: '1', text: 'one' }, '/query/text'],
    [{ path: 'list[00]', value: '1' }, '/query/path'],
    [{ path: '', value: '1' }, '/query/path'],
    [{ path: 'n', value: 'x'.repeat(201) }, '/query/value'],
    [{ path: 'n', value: '1', after: '2026-11-21T12:00:00.000Z_5' }, '/query/after'],
    [{ after: '5' }, '/query/after'],
  ])('not by %j, which is 400 and names %s', async (query, field) => {
    const answer = await app.call('GET', `/api/admin/signals/search?${new URLSearchParams(query).toString()}`)
    expect(answer).toMatchObject({ status: 400, body: { details: [{ path: field }] } })
  })
})
