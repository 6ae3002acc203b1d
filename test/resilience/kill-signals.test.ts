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

it(`keeps every signal that was answered with 200 through ${KILLS} times kill -9`, async () => {
  const { at, remove } = await makeTempPlace('halyard-kill-signals-')
  const random = seededRandom(20261121)
  const answered: Answered[] = []
  let token: string | undefined
  let unanswered = 0
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
        sendUntilKilled({ url, token: token ?? '', sender: `${round}/${sender}`, onAnswer }),
      ),
    )
    await Promise.race([enough, sending])
    await new Promise((resolve) => setTimeout(resolve, random() * LONGEST_RUN_MS))
    await program.stop('SIGKILL')
    for (const one of await sending) {
      answered.push(...one.answered)
      unanswered += one.unanswered
    }
  }

  const store = await openStore({ ...at, wasm, now: () => new Date() })
  const rows = await store.queries.selectFrom('signals').select(['id', 'payload', 'processed']).execute()
  const days = await store.queries.selectFrom('signal_days').select('signals').execute()
  await store.close()
  const kept = new Map(rows.map((row) => [row.id, row.payload]))
  const lost = answered.filter(({ id }) => !kept.has(id))
  const other = answered.filter(
    ({ id, payload }) =>
      kept.has(id) && JSON.stringify(fromJson(kept.get(id) ?? '')) !== JSON.stringify(payload),
  )
  const twice = rows.length - new Set(rows.map(({ payload }) => payload)).size
  console.log(
    `signals, kill -9: ${KILLS} kills, ${SENDERS} senders, ${answered.length} answered with 200, ${rows.length} kept ` +
      `(${unanswered} were on their way), ${lost.length} lost, ${other.length} changed, ${twice} kept twice`,
  )
  expect([lost, other, twice]).toEqual([[], [], 0])
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

/** Sends unique signals one after the other until the service no longer answers. */
async function sendUntilKilled({
  url,
  token,
  sender,
  onAnswer,
}: {
  url: string
  token: string
  sender: string
  onAnswer: () => void
}) {
  const answered: Answered[] = []
  for (let n = 0; ; n++) {
    const payload = { sender, n, filler: 'x'.repeat((n * 37) % 2000) }
    let response: Response
    let text: string
    try {
      response = await fetch(`${url}/api/signal-endpoint/tortured`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(payload),
      })
      text = await response.text()
    } catch {
      return { answered, unanswered: 1 }
    }
    if (response.status !== 200) throw new Error(`${response.status} ${text}`)
    const { signals } = JSON.parse(text) as { signals: [Answered] }
    answered.push({ id: signals[0].id, payload })
    onAnswer()
  }
}
