import path from 'node:path'

import { expect, it } from 'vitest'

import { fromJson } from '#store/json.ts'
import { openStore } from '#store/open-store.ts'
import { Program } from '#support/service/program.ts'
import { seededRandom } from '#support/runner/random.ts'
import { makeTempPlace } from '#support/runner/temp-place.ts'
import { wasm } from '#support/runner/wasm.ts'
import { buildProcess } from './torture/build-process.ts'

const KILLS = 12
const SENDERS = 16
const LONGEST_RUN_MS = 1500
const LEAST_ANSWERS = 50
const ADMIN = { authorization: '*:*.admin', 'content-type': 'application/json' }

/** Acknowledged signal: its ID, and its payload. */
interface Answered {
  id: number
  payload: unknown
}

it(`keeps every signal that was answered with 200 through ${KILLS} times kill -9, and once each delivery that is repeated`, async () => {
  const { at, remove } = await makeTempPlace('halyard-kill-signals-')
  const random = seededRandom(20261121)
  const answered: Answered[] = []
  let token: string | undefined
  let unanswered = 0
  let resumed = 0
  // every other sender names its deliveries, and repeats after a kill the last that was answered and the one that was not
  const next = Array.from({ length: SENDERS }, () => 0)
  const script = await buildProcess(path.join(import.meta.dirname, 'signal-process.ts'))
  for (let round = 0; round < KILLS; round++) {
    const program = new Program(process.execPath, [script, at.dataDir])
    const [, url = ''] = await program.says(/serves (\S+)\n/)
    token ??= await createEndpoint(url)
    let count = 0
    let haveAnswers = () => {}
    // a slow machine gets as far as a fast one
    const enough = new Promise<void>((resolve) => (haveAnswers = resolve))
    const onAnswer = () => {
      if (++count > LEAST_ANSWERS) haveAnswers()
    }
    const sending = Promise.all(
      Array.from({ length: SENDERS }, (_, sender) =>
        sendUntilKilled({
          url,
          token: token ?? '',
          sender: isNamed(sender) ? `named ${sender}` : `${round}/${sender}`,
          from: isNamed(sender) ? (next[sender] ?? 0) : 0,
          onAnswer,
        }),
      ),
    )
    await Promise.race([enough, sending])
    await new Promise((resolve) => setTimeout(resolve, random() * LONGEST_RUN_MS))
    await program.stop('SIGKILL')
    for (const [sender, one] of (await sending).entries()) {
      answered.push(...one.answered)
      next[sender] = Math.max(0, one.unanswered - 1)
      resumed += one.resumed
      // what is repeated is counted by its answer
      if (!isNamed(sender) || round === KILLS - 1) unanswered += 1
    }
  }

  const store = await openStore({ ...at, wasm, now: () => new Date() })
  const rows = await store.queries.selectFrom('signals').select(['id', 'payload', 'processed']).execute()
  const deliveries = await store.queries
    .selectFrom('signal_deliveries')
    .select(['signal_id', 'times'])
    .execute()
  const days = await store.queries.selectFrom('signal_days').select('signals').execute()
  await store.close()
  const named = rows.filter(({ payload }) => payload.includes('"named '))
  const repeated = deliveries.filter(({ times }) => times > 1).length
  const kept = new Map(rows.map((row) => [row.id, row.payload]))
  const lost = answered.filter(({ id }) => !kept.has(id))
  const other = answered.filter(
    ({ id, payload }) =>
      kept.has(id) && JSON.stringify(fromJson(kept.get(id) ?? '')) !== JSON.stringify(payload),
  )
  const idOf = new Map(answered.map(({ id, payload }) => [JSON.stringify(payload), id]))
  const changing = answered.filter(({ id, payload }) => idOf.get(JSON.stringify(payload)) !== id)
  const twice = rows.length - new Set(rows.map(({ payload }) => payload)).size
  console.log(
    `signals, kill -9: ${KILLS} kills, ${SENDERS} senders, ${answered.length} answered with 200, ${rows.length} kept ` +
      `(${unanswered} were on their way), ${lost.length} lost, ${other.length} changed, ${twice} kept twice; ` +
      `${named.length} deliveries with an id, of which ${repeated} came again, ${resumed} of them after no answer; ` +
      `${changing.length} answered in two ways`,
  )
  expect([lost, other, changing, twice]).toEqual([[], [], [], 0])
  expect(deliveries.map((one) => one.signal_id).sort()).toEqual(named.map(({ id }) => id).sort())
  // each sender repeats what was answered ahead of a kill, unless it got no answer since the one before
  expect(repeated).toBeGreaterThan(KILLS)
  // every acknowledged signal was sent
  expect(rows.length).toBeLessThanOrEqual(answered.length + unanswered)
  expect(days.reduce((sum, day) => sum + day.signals, 0)).toBe(rows.length)
  // the test proves nothing if little was sent
  expect(answered.length).toBeGreaterThan(KILLS * LEAST_ANSWERS)
  await remove()
})

async function createEndpoint(url: string): Promise<string> {
  const post = async (at: string, body: object) => {
    const response = await fetch(`${url}/api/admin/signal-endpoints${at}`, {
      method: 'POST',
      headers: ADMIN,
      body: JSON.stringify(body),
    })
    return (await response.json()) as { id: number; token: string }
  }
  const { id } = await post('', { name: 'tortured' })
  return (await post(`/${id}/tokens`, { name: 'sender' })).token
}

const isNamed = (sender: number) => sender % 2 === 0

/**
 * Sends unique signals one after the other until the service no longer answers. Returns the number of the one without an answer, and
 * whether the first that had none before had been stored nevertheless.
 */
async function sendUntilKilled({
  url,
  token,
  sender,
  from,
  onAnswer,
}: {
  url: string
  token: string
  sender: string
  from: number
  onAnswer: () => void
}) {
  const answered: Answered[] = []
  const began = new Date().toISOString()
  let resumed = 0
  for (let n = from; ; n++) {
    const payload = { sender, n, filler: 'x'.repeat((n * 37) % 2000) }
    let response: Response
    let text: string
    try {
      response = await fetch(`${url}/api/signal-endpoint/tortured`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          ...(sender.startsWith('named ') ? { 'webhook-id': `${sender} ${n}` } : {}),
        },
        body: JSON.stringify(payload),
      })
      text = await response.text()
    } catch {
      return { answered, unanswered: n, resumed }
    }
    if (response.status !== 200) throw new Error(`${response.status} ${text}`)
    const { signals } = JSON.parse(text) as { signals: [Answered & { createdAt: string }] }
    if (n === from + 1 && signals[0].createdAt < began) resumed = 1
    answered.push({ id: signals[0].id, payload })
    onAnswer()
  }
}
