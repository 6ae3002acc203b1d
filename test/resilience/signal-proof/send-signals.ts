import { endpointOf, isOrdered, SENDERS } from './proof-stage.ts'
import { nameOf, type Delivery, type SentSignals } from './sent-signals.ts'

const REPEATED = 0.1
/** Repetitions are of one of so many deliveries before. */
const REMEMBERED = 20
/** Deliveries of ordered endpoints that have an earlier time than the one before. */
const OLD = 0.02
const AHEAD_OF_ALL = -1

interface Sending {
  url: string
  tokens: readonly string[]
  sent: SentSignals
  random: () => number
  /** True as long as one more delivery may begin. */
  mayBegin: () => boolean
  onAnswer: () => void
}

class Killed extends Error {}

/** Sends by all senders, until no delivery may begin and all are answered, or until the service is gone. */
export async function sendSignals(sending: Sending): Promise<void> {
  await Promise.all(
    Array.from({ length: SENDERS }, async (_, sender) => {
      try {
        await sendBy(sender, sending)
      } catch (error) {
        if (!(error instanceof Killed)) throw error
      }
    }),
  )
}

/** Each sender waits for its answer, and repeats first what had none. */
async function sendBy(sender: number, sending: Sending): Promise<void> {
  const { sent, random, mayBegin } = sending
  const own = sent.of(sender)
  const last = own.at(-1)
  if (last && last.answered === undefined) await send(last, sending)
  while (mayBegin()) {
    await send(sent.begin(sender, isOrdered(sender) && own.length > 0 && random() < OLD), sending)
    if (random() >= REPEATED) continue
    const again = own[own.length - 1 - Math.floor(random() * Math.min(REMEMBERED, own.length))]
    if (!again) continue
    // where the order does not matter, at the same moment
    const times = isOrdered(sender) || random() < 0.5 ? 1 : 2
    await Promise.all(Array.from({ length: times }, () => send(again, sending)))
  }
}

async function send(delivery: Delivery, { url, tokens, sent, onAnswer }: Sending): Promise<void> {
  const { sender, n, isOld } = delivery
  let response: Response
  let text: string
  try {
    response = await fetch(`${url}/api/signal-endpoint/${endpointOf(sender)}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${tokens[sender] ?? ''}`,
        'content-type': 'application/json',
        'idempotency-key': nameOf(delivery),
      },
      body: JSON.stringify({ sender, n, order: isOld ? AHEAD_OF_ALL : n }),
    })
    text = await response.text()
  } catch {
    throw new Killed()
  }
  if (response.status !== 200) throw new Error(`${nameOf(delivery)}: ${response.status} ${text}`)
  const { signals } = JSON.parse(text) as { signals: [{ id: number }] }
  sent.acknowledge(delivery, signals[0].id)
  onAnswer()
}
