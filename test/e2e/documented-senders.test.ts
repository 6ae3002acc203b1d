import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { randomBytes } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { setSenderSecret } from '#shared/signals/contract/senders.ts'
import { getSignal, searchSignals } from '#shared/signals/contract/signals.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { blocksOf } from '#support/service/documented-commands.ts'
import { Program } from '#support/service/program.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { addSignalEndpoint, type TestEndpoint } from '#support/stages/signal-endpoints.ts'
import { startRecordingServer, type RecordingServer } from '#support/stand-ins/recording-server.ts'

/** Each program of docs/send-signals.md, copied out of the page and run as a reader runs it. */
const SENDERS = [
  { language: 'js', file: 'send-signal.mjs', command: ['node'] },
  { language: 'bash', file: 'send-signal.sh', command: ['sh'] },
  { language: 'python', file: 'send_signal.py', command: ['python3'] },
  { language: 'go', file: 'send_signal.go', command: ['go', 'run'] },
] as const

/** Go is optional: `npm run test:deps` installs it where the system has the package. */
const hasGo = (process.env['PATH'] ?? '')
  .split(path.delimiter)
  .some((folder) => existsSync(path.join(folder, 'go')))
if (!hasGo) console.log('Go is not installed here: npm run test:deps. The sender in Go is not run.')
const isHere = ({ language }: (typeof SENDERS)[number]) => language !== 'go' || hasGo

const PAYLOAD = '{ "service": "checkout", "errorRate": 0.2, "who": "Zoë" }'
const secret = `whsec_${randomBytes(32).toString('base64')}`
const temp = makeTempFolder()
let app: TestBackend
let endpoint: TestEndpoint
/** In front of Halyard: loses answers of requests that were stored, and answers 503 to others. */
let front: RecordingServer
let faults: ('lost' | 'unavailable')[]

beforeAll(async () => {
  app = await startBackend({
    startsAt: new Date().toISOString(),
    env: { SIGNAL_ENDPOINT_RATE_LIMIT_PER_SECOND: '100' },
  })
  endpoint = await addSignalEndpoint(app, 'monitoring')
  const params = { signalEndpointId: String(endpoint.id), id: String(endpoint.tokenId) }
  expect((await app.call(setSenderSecret, { params, body: { secret } })).status).toBe(200)
  const url = await app.backend.listen()
  front = await startRecordingServer(async ({ path: asked, headers, body }) => {
    const fault = faults.shift()
    if (fault === 'unavailable') return { status: 503, body: 'starting' }
    const { 'content-length': _length, connection: _connection, host: _host, ...sent } = headers
    const answer = await fetch(`${url}${asked}`, {
      method: 'POST',
      headers: sent as Record<string, string>,
      body,
    })
    const text = await answer.text()
    if (fault !== 'lost') return { status: answer.status, body: text }
    front.dropAll()
    return undefined
  })
})
afterAll(async () => {
  await front?.stop()
  await app.stop()
  temp.remove()
})
beforeEach(() => {
  faults = []
  front.seen.length = 0
})

async function send(
  { language, file, command: [command, ...before] }: (typeof SENDERS)[number],
  { args, key = secret }: { args: string[]; key?: string },
): Promise<{ status: number | null; output: string }> {
  const block = blocksOf('docs/send-signals.md').find((one) => one.language === language)
  const place = path.join(temp.folder, file)
  writeFileSync(place, block?.text ?? '')
  const env = { SIGNAL_URL: `${front.url}/api/signal-endpoint/monitoring`, SIGNAL_SECRET: key }
  const program = new Program(command, [...before, place, ...args], { env })
  return { status: await program.ends(), output: program.output }
}

/** Id of the signal in the answer that a sender printed, after what it said of other attempts. */
function printedId(output: string): number {
  const { signals } = JSON.parse(output.trimEnd().split('\n').at(-1) ?? '') as { signals: { id: number }[] }
  return signals[0]?.id ?? 0
}
const total = async () => (await app.call(searchSignals)).body.total
const headersSeen = (name: string) => front.seen.map(({ headers }) => headers[name])

it('the page has the programs that are run here, and no other', () => {
  const languages = blocksOf('docs/send-signals.md').map(({ language }) => language)
  expect(languages).toEqual(SENDERS.map(({ language }) => language))
})

describe.each(SENDERS.filter(isHere))('the sender in $language', (sender) => {
  it('sends a signal that is known by its signature', async () => {
    const before = await total()
    const { status, output } = await send(sender, { args: [PAYLOAD] })
    expect(status, output).toBe(0)
    expect(await total()).toBe(before + 1)
    const { body } = await app.call(getSignal, { params: { id: printedId(output) } })
    expect(body).toMatchObject({
      payload: { service: 'checkout', errorRate: 0.2, who: 'Zoë' },
      proof: 'standard-webhooks',
      delivery: { times: 1 },
    })
  })

  it('repeats what got no answer with the same id, so that it is stored once', async () => {
    const before = await total()
    faults = ['unavailable', 'lost']
    const id = `${sender.language}-17`
    const { status, output } = await send(sender, { args: [PAYLOAD, id] })
    expect(status, output).toBe(0)
    expect(headersSeen('webhook-id')).toEqual([id, id, id])
    expect(await total()).toBe(before + 1)
    const { body } = await app.call(getSignal, { params: { id: printedId(output) } })
    expect(body.delivery).toMatchObject({ id, times: 2 })
  })

  it('ends with the reason where the same request would be refused again', async () => {
    const before = await total()
    const { status, output } = await send(sender, { args: [PAYLOAD], key: `whsec_${'A'.repeat(44)}` })
    expect(status).toBe(1)
    expect(output).toContain('webhook-signature has no signature that a secret of its tokens made')
    expect(front.seen).toHaveLength(1)
    expect(await total()).toBe(before)
  })
})
