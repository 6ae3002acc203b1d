import { writeFileSync } from 'node:fs'
import path from 'node:path'

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { searchSignals } from '#shared/signals/contract/signals.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { runCommandLine } from '#support/service/run-command-line.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { addSignalEndpoint, type TestEndpoint } from '#support/stages/signal-endpoints.ts'

let app: TestBackend
let url: string
let endpoint: TestEndpoint
const temp = makeTempFolder()

beforeAll(async () => {
  app = await startBackend({ rateLimits: { perMinute: {} } })
  url = await app.backend.listen()
  endpoint = await addSignalEndpoint(app, 'builds')
})
afterAll(async () => {
  await app.stop()
  temp.remove()
})
beforeEach(() => void vi.stubEnv('HALYARD_TOKEN', endpoint.token))
afterEach(() => vi.unstubAllEnvs())

const run = (...args: string[]) => runCommandLine('signal', ...args, '--url', url)
const found = async () => (await app.call(searchSignals)).body

describe('halyard signal', () => {
  it('sends a signal to a running instance', async () => {
    const sent = await run('builds', '--json', '{"passed":false}')
    const { signals } = await found()
    expect(signals[0]).toMatchObject({ payload: { passed: false }, tokenName: 'builds-sender' })
    expect(sent).toMatchObject({ status: 0, error: '' })
    expect(sent.out).toMatch(new RegExp(`^Stored as signal ${signals[0]?.id}, received `))
  })

  it('reads the payload from a file, and sends {} without one', async () => {
    const file = path.join(temp.folder, 'payload.json')
    writeFileSync(file, '{"from":"a file"}')
    expect((await run('builds', '--json', file)).status).toBe(0)
    expect((await found()).signals[0]?.payload).toEqual({ from: 'a file' })
    expect((await run('builds')).status).toBe(0)
    expect((await found()).signals[0]?.payload).toEqual({})
  })

  it('may be repeated with its id', async () => {
    const first = await run('builds', '--json', '{"n":1}', '--id', 'build-17')
    const { total } = await found()
    expect(await run('builds', '--json', '{"n":1}', '--id', 'build-17')).toEqual(first)
    expect((await found()).total).toBe(total)
  })

  it('says why an instance rejects it', async () => {
    expect(await run('nowhere')).toMatchObject({
      status: 3,
      out: '',
      error: expect.stringContaining('nowhere') as string,
    })
    await run('builds', '--id', 'one', '--json', '1')
    const other = await run('builds', '--id', 'one', '--json', '2')
    expect(other).toMatchObject({ status: 3, out: '' })
    expect(other.error).toContain('invalid data')
  })

  it.each([
    ['no endpoint', [], 'Name one endpoint'],
    ['two endpoints', ['a', 'b'], 'Name one endpoint'],
    ['broken JSON', ['builds', '--json', '{"a":'], 'not JSON'],
    ['a file that is not there', ['builds', '--json', '/nowhere.json'], 'neither JSON nor a file'],
    ['an id with spaces', ['builds', '--id', 'a b'], '--id'],
    ['a folder that is not there', ['builds', '--watch', '/nowhere'], 'no such folder'],
    [
      'a folder and a payload',
      ['builds', '--watch', '/tmp', '--json', '{}'],
      '--json and --id have no meaning',
    ],
    ['an unknown option', ['builds', '--what'], '--what'],
  ])('is wrong with %s', async (_what, args, says) => {
    const { status, error, out } = await run(...args)
    expect({ status, out }).toEqual({ status: 2, out: '' })
    expect(error).toContain(says)
    expect(error).toContain('halyard signal NAME')
  })

  it('is wrong without a token', async () => {
    vi.stubEnv('HALYARD_TOKEN', '')
    expect(await run('builds')).toMatchObject({
      status: 2,
      error: expect.stringContaining('HALYARD_TOKEN') as string,
    })
  })
})
