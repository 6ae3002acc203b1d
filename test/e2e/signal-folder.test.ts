import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { searchSignals } from '#shared/signals/contract/signals.ts'
import { seededRandom } from '#support/runner/random.ts'
import { root } from '#support/runner/root.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { Program } from '#support/service/program.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { addSignalEndpoint, type TestEndpoint } from '#support/stages/signal-endpoints.ts'
import { startRecordingServer, type RecordingServer } from '#support/stand-ins/recording-server.ts'

const KILLS = 8
const FILES = 60
const temp = makeTempFolder()
const folder = path.join(temp.folder, 'signals')
let app: TestBackend
let endpoint: TestEndpoint
/** In front of Halyard: loses some answers, after the signal was stored. */
let front: RecordingServer
const random = seededRandom(20261129)

beforeAll(async () => {
  mkdirSync(folder)
  app = await startBackend({ env: { SIGNAL_ENDPOINT_RATE_LIMIT_PER_SECOND: '1000' } })
  endpoint = await addSignalEndpoint(app, 'builds')
  const url = await app.backend.listen()
  front = await startRecordingServer(async ({ path: asked, headers, body }) => {
    const { 'content-length': _length, connection: _connection, host: _host, ...sent } = headers
    const options = { method: 'POST', headers: sent as Record<string, string>, body }
    const answer = await fetch(url + asked, options)
    const text = await answer.text()
    if (random() < 0.2) {
      front.dropAll()
      return undefined
    }
    // time in which a kill leaves a stored signal without an answer
    await sleep(20)
    return { status: answer.status, body: text }
  })
})
afterAll(async () => {
  await front?.stop()
  await app.stop()
  temp.remove()
})

const watch = () =>
  new Program(
    process.execPath,
    [path.join(root, 'scripts/halyard.mjs'), 'signal', 'builds', '--watch', folder, '--url', front.url],
    { env: { HALYARD_TOKEN: endpoint.token } },
  )
const filesOf = (name: string) => readdirSync(path.join(folder, name)).sort()
const jsonFiles = () => readdirSync(folder).filter((name) => name.endsWith('.json'))

it(`each file of a watched folder is one signal, through ${KILLS} times kill -9 and lost answers`, async () => {
  const names: string[] = []
  const drop = (count: number) => {
    for (let index = 0; index < count; index++) {
      const name = `build-${String(names.length).padStart(3, '0')}.json`
      writeFileSync(path.join(temp.folder, name), JSON.stringify({ name }))
      renameSync(path.join(temp.folder, name), path.join(folder, name))
      names.push(name)
    }
  }
  drop(FILES / 2)
  writeFileSync(path.join(folder, 'broken.json'), '{"half')
  for (let kill = 0; kill < KILLS; kill++) {
    const program = watch()
    await program.says(/Ctrl\+C stops/)
    drop(Math.floor(FILES / 2 / KILLS))
    // it works until it has sent some, or waits for an answer that was lost
    const before = front.seen.length
    while (front.seen.length < before + 2 && jsonFiles().length > 0) await sleep(10)
    await sleep(random() * 60)
    await program.stop('SIGKILL')
  }
  const last = watch()
  while (jsonFiles().length > 0) {
    expect(last.hasEnded, last.output).toBe(false)
    await sleep(50)
  }
  await last.stop('SIGTERM')
  expect(await last.ends()).toBe(0)
  expect(filesOf('sent')).toEqual(names)
  expect(filesOf('refused')).toEqual(['broken.json', 'broken.json.txt'])
  expect(readFileSync(path.join(folder, 'refused/broken.json.txt'), 'utf8')).toBe('The file is not JSON.\n')
  const { signals, total } = (await app.call(searchSignals, { query: { limit: '1000', sortOrder: 'asc' } }))
    .body
  expect(total).toBe(names.length)
  expect(signals.map(({ payload }) => (payload as { name: string }).name).sort()).toEqual(names)
  // answers were lost, or this proves nothing
  expect(signals.filter(({ delivery }) => (delivery?.times ?? 0) > 1).length).toBeGreaterThan(2)
})
