import path from 'node:path'

import { expect, it } from 'vitest'

import type { MirrorState } from '#shared/clients/schemas/mirror.ts'
import { openStore } from '#store/open-store.ts'
import { PATIENCE_MS } from '#support/runner/patience.ts'
import { Program } from '#support/service/program.ts'
import { seededRandom } from '#support/runner/random.ts'
import { makeTempPlace } from '#support/runner/temp-place.ts'
import { RecordingUpstream, type StandInAnswer } from '#support/stand-ins/recording-upstream.ts'
import { wasm } from '#support/runner/wasm.ts'
import { buildProcess } from './torture/build-process.ts'

/** By hand: HALYARD_ROUNDS=all makes it a hundred. */
const KILLS = process.env['HALYARD_ROUNDS'] === 'all' ? 100 : 10
const SENDERS = 4
/** Readers of flags beside them. */
const READERS = 2
/** A kill comes so long after a report has reached the upstream, at most. */
const LONGEST_MS = 60
const TOKEN = '*:development.secret'
const FAULTS: readonly StandInAnswer[] = [{ status: 500 }, { status: 'cut' }, { status: 503 }]

it(`a mirror sends no count twice, and accounts for each that it keeps, through ${KILLS} times kill -9`, async () => {
  const { at, remove } = await makeTempPlace('halyard-kill-mirror-')
  const random = seededRandom(20261128)
  const upstream = await new RecordingUpstream([{ name: 'checkout' }, { name: 'search' }]).start()
  upstream.generation = 1
  const seen = new SeenFlags()
  const script = await buildProcess(path.join(import.meta.dirname, 'mirror-process.ts'))
  const start = async () => {
    const program = new Program(process.execPath, [script, at.dataDir, upstream.url, TOKEN])
    const [, url = ''] = await program.says(/serves (\S+)\n/)
    await expect.poll(async () => (await stateOf(url)).sources[0]?.environment).toBe('development')
    return { program, url }
  }
  const acknowledged = new Set<string>()
  let onItsWay = 0
  for (let round = 0; round < KILLS; round++) {
    upstream.generation += 1
    const { program, url } = await start()
    if (random() < 0.5) upstream.answers = [FAULTS[Math.floor(random() * FAULTS.length)]!]
    // a report of this process, whatever becomes of it
    const isReported = new Promise<void>((resolve) => (upstream.onReport = resolve))
    const sending = Array.from({ length: SENDERS }, (_, sender) =>
      sendUntilKilled(url, `${round}-${sender}`, acknowledged),
    )
    const reading = Array.from({ length: READERS }, () => seen.readUntilKilled(url))
    await isReported
    upstream.generation += 1
    await new Promise((resolve) => setTimeout(resolve, random() ** 2 * LONGEST_MS))
    await program.stop('SIGKILL')
    onItsWay += (await Promise.all(sending)).length
    await Promise.all(reading)
  }
  upstream.answers = []
  const { program, url } = await start()
  await expect
    .poll(async () => (await stateOf(url)).forwarding?.waiting.reports, { timeout: PATIENCE_MS })
    .toBe(0)
  const { forwarding } = await stateOf(url)
  await program.stop()

  const store = await openStore({ ...at, wasm, now: () => new Date() })
  const rows = await store.queries.selectFrom('client_metrics').select(['app_name', 'yes']).execute()
  await store.close()
  const kept = new Set(rows.map((row) => row.app_name))
  const there = upstream.taken.flatMap(({ metrics }) => metrics.map(({ appName }) => appName))
  const isThere = new Set(there)
  const { sent = 0, unconfirmed = 0, dropped } = forwarding ?? {}
  const lost = [...kept].filter((name) => !isThere.has(name))
  // its error was not noted before the kill
  const refused = new Set(upstream.refused.flatMap(({ metrics }) => metrics.map(({ appName }) => appName)))
  const unsent = lost.filter((name) => !refused.has(name))
  const unkept = [...acknowledged].filter((name) => !kept.has(name))
  console.log(
    `mirror, kill -9: ${KILLS} kills, ${acknowledged.size} reports acknowledged, ${kept.size} kept (${unkept.length} were in ` +
      `memory), ${isThere.size} at the upstream in ${upstream.taken.length} requests: ${there.length - isThere.size} twice, ` +
      `${lost.length} lost (${lost.length - unsent.length} of them answered with an error); ${unconfirmed} unconfirmed; ` +
      `${seen.answers} answers with flags of ${seen.newest} states: ${seen.wrong.length} wrong`,
  )
  // flags of one state each, and never of an earlier one
  expect(seen.wrong).toEqual([])
  expect(seen.answers).toBeGreaterThan(KILLS)
  expect(seen.newest).toBeGreaterThan(KILLS)
  // nothing twice, and nothing that is not kept here
  expect(there.length).toBe(isThere.size)
  expect([...isThere].filter((name) => !kept.has(name))).toEqual([])
  // each count is accounted for
  expect([sent + unconfirmed, dropped]).toEqual([kept.size, 0])
  expect(isThere.size).toBeGreaterThanOrEqual(sent)
  // a batch that is being sent when the process is killed is not sent again, whether it was taken or not
  expect(lost.length).toBeLessThanOrEqual(unconfirmed)
  // the test proves nothing unless batches were on their way
  expect([acknowledged.size > KILLS * 20, unconfirmed > 0, onItsWay]).toEqual([true, true, KILLS * SENDERS])
  await upstream.stop()
  await remove()
})

/** Flags that a mirror has served, across its kills: each answer is of one state of the upstream, and none of an earlier one. */
class SeenFlags {
  answers = 0
  newest = 0
  readonly wrong: string[] = []

  /** Reads flags until the service no longer answers. */
  async readUntilKilled(url: string): Promise<void> {
    for (;;) {
      const since = this.newest
      const answer = await readFlags(url)
      if (!answer) return
      this.#note(since, answer)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }

  #note(since: number, { status, features }: SeenAnswer): void {
    const states = features.map(({ description, enabled }) => `${description} ${enabled}`)
    const state = Number(features[0]?.description)
    const isOn = (place: number) => (state + place) % 2 === 0
    const isWhole = states.join() === [0, 1].map((place) => `${state} ${isOn(place)}`).join()
    this.answers += 1
    if (status !== 200 || !isWhole || state < since)
      this.wrong.push(`${status}: ${states.join()} after ${since}`)
    this.newest = Math.max(this.newest, state)
  }
}

interface SeenAnswer {
  status: number
  features: readonly { description: string; enabled: boolean }[]
}

/** Reads the flags that a mirror serves; undefined: it does not answer any more. */
async function readFlags(url: string): Promise<SeenAnswer | undefined> {
  const read = async () => {
    const response = await fetch(`${url}/api/client/features`, { headers: { authorization: TOKEN } })
    return { status: response.status, text: await response.text() }
  }
  const answer = await read().catch(() => undefined)
  if (!answer) return undefined
  const { features = [] } = JSON.parse(answer.text) as Partial<SeenAnswer>
  return { status: answer.status, features }
}

async function stateOf(url: string): Promise<MirrorState> {
  const response = await fetch(`${url}/api/halyard/mirror`, { headers: { authorization: '*:*.admin' } })
  return (await response.json()) as MirrorState
}

/** Sends reports, each of an application of its own, until the service no longer answers. Returns the last one. */
async function sendUntilKilled(url: string, sender: string, acknowledged: Set<string>): Promise<string> {
  const now = new Date().toISOString()
  for (let n = 0; ; n++) {
    const appName = `app-${sender}-${n}`
    try {
      const response = await fetch(`${url}/api/client/metrics`, {
        method: 'POST',
        headers: { authorization: TOKEN, 'content-type': 'application/json' },
        body: JSON.stringify({
          appName,
          bucket: { start: now, stop: now, toggles: { checkout: { yes: 1, no: 0 } } },
        }),
      })
      await response.text()
      if (response.status === 202) acknowledged.add(appName)
      else throw new TypeError(`${response.status}`)
    } catch (error) {
      if (error instanceof TypeError && /^\d+$/.test(error.message)) throw error
      return appName
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
