import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { searchEvents } from '#shared/audit/contract/events.ts'
import { createFeature, getFeature } from '#shared/flags/contract/features.ts'
import { AGENT_TOOLS } from '#shared/clients/agents/agent-tools.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'

const ACCEPT = { accept: 'application/json, text/event-stream' }
let app: TestBackend
let id = 0

beforeAll(async () => {
  app = await startBackend()
  await app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'there' } })
})
afterAll(() => app.stop())

const message = (name: string, args: Record<string, unknown>) => ({
  jsonrpc: '2.0',
  id: ++id,
  method: 'tools/call',
  params: { name, arguments: args },
})
const send = (body: unknown, ip = '192.0.2.1') => app.call('POST', '/mcp', { body, ip, headers: ACCEPT })

interface Answered {
  result: { content: { text: string }[]; isError?: boolean }
}
async function callTool(name: string, args: Record<string, unknown>) {
  const { body } = await send(message(name, args))
  const { content, isError } = (body as Answered).result
  return { text: content[0]?.text ?? '', isError: isError === true }
}
const eventsSoFar = async () => (await app.call(searchEvents, { query: { limit: '1' } })).body.total

describe('the arguments of an agent', () => {
  it.each(['true', 1, 0, 'yes', '', null, {}, []])(
    'are refused where a rehearsal is asked for with %j, and nothing is written',
    async (dryRun) => {
      const before = await eventsSoFar()
      const made = await callTool('create_flag', { projectId: 'default', name: 'rehearsed', dryRun })
      expect(made).toMatchObject({ isError: true })
      expect(made.text).toContain('"dryRun"')
      expect(
        (await callTool('mark_stale', { projectId: 'default', features: ['there'], stale: true, dryRun }))
          .isError,
      ).toBe(true)
      expect(await eventsSoFar()).toBe(before)
      const params = { projectId: 'default', featureName: 'rehearsed' }
      expect((await app.call(getFeature, { params })).status).toBe(404)
    },
  )

  it('are the schema’s for each tool: a list for every one of them is refused or harmless', async () => {
    const before = await eventsSoFar()
    for (const { name, operation, effect } of AGENT_TOOLS.filter((tool) => tool.effect !== 'read')) {
      const names = [...Object.keys(operation.params.shape), 'name', 'dryRun']
      const args = Object.fromEntries(names.map((one) => [one, [{}]]))
      expect(await callTool(name, args), `${name} ${effect}`).toMatchObject({ isError: true })
    }
    expect(await eventsSoFar()).toBe(before)
  })

  it('ask for no more than an agent reads', async () => {
    const refused = await callTool('read_events', { limit: 1000 })
    expect(refused).toEqual({
      isError: true,
      text: 'The tool read_events answers at most 100 at once: use a filter, or a smaller limit.',
    })
    expect((await callTool('read_events', { limit: '100' })).isError).toBe(false)
  })
})

describe('a batch of an agent', () => {
  const batch = (length: number) => Array.from({ length }, () => message('list_environments', {}))

  it('counts as many messages as it has', async () => {
    const statuses: number[] = []
    for (let nr = 0; nr < 7; nr++) statuses.push((await send(batch(100), '192.0.2.2')).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429])
    expect((await send(batch(1), '192.0.2.3')).status).toBe(200)
  })

  it('has a maximum', async () => {
    const refused = await send(batch(101), '192.0.2.4')
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('at most 100 messages')
  })
})

describe('answers of an agent', () => {
  const name = (nr: number) => `described-${nr}`
  beforeAll(async () => {
    for (let nr = 0; nr < 40; nr++)
      await app.call(createFeature, {
        params: { projectId: 'default' },
        body: { name: name(nr), description: 'x'.repeat(15_000) },
      })
  })

  it('have a maximum in a batch, and what is beyond it is not done', async () => {
    const { body, status } = await send(
      [
        ...Array.from({ length: 60 }, () => message('read_events', { limit: 100 })),
        message('create_flag', { projectId: 'default', name: 'too-late' }),
      ],
      '192.0.2.6',
    )
    expect(status).toBe(200)
    const texts = (body as Answered[]).map(({ result }) => result.content[0]?.text ?? '')
    const done = texts.filter((text) => !text.startsWith('Not done'))
    expect(done).toHaveLength(10)
    expect(texts.at(-1)).toBe(
      'Not done, as the answers of this batch are too long already: call the tool by itself.',
    )
    const params = { projectId: 'default', featureName: 'too-late' }
    expect((await app.call(getFeature, { params })).status).toBe(404)
  })

  it('count, too', async () => {
    const ask = async () => (await send(message('read_events', { limit: 100 }), '192.0.2.5')).status
    const statuses: number[] = []
    for (let nr = 0; nr < 550 && !statuses.includes(429); nr++) statuses.push(await ask())
    expect(statuses.at(-1)).toBe(429)
    app.clock.advance(60_000)
    expect(await ask()).toBe(200)
  })
})
