import type {
  ClientConfiguration,
  ConfigurationSource,
  EnvironmentConfiguration,
} from '#domains/clients/client-api/client-configuration.ts'
import type { ConfiguredFeature } from '#domains/clients/client-api/client-features.read-model.ts'
import type { StreamTicket } from '#domains/clients/remote-evaluation/stream-tickets.ts'
import { Turn } from '#runtime/turn.ts'
import type { ConfigurationHead, Question, ToWorker } from '../messages.ts'
import type { SentFeature } from '../worker/asked-configuration.ts'

/** Characters of a part of an answer, and so about what waits in memory at a time. */
const MAX_PART = 256 * 1024

interface Sources {
  configuration: Pick<ClientConfiguration, 'of' | 'keeps'>
  source: Pick<ConfigurationSource, 'exists' | 'segments'>
  /** Makes the ticket of a token for an event stream. */
  ticketOf: (token: string, overlay: string | undefined) => StreamTicket | undefined
  /** Configurations that the worker has been sent, by environment. */
  sent: Map<string, EnvironmentConfiguration>
  /** Tells the worker everything that has changed. */
  tellNews: () => void
}

/** Sends a message. Resolves when it is on its way; false: the worker has gone. */
export type Send = (message: ToWorker) => Promise<boolean>

/** Answers a question of a worker, in parts and with pauses for requests. */
export async function answerQuestion(
  { id, question }: { id: number; question: Question },
  sources: Sources,
  send: Send,
): Promise<void> {
  const turn = new Turn()
  let texts: string[] = []
  let length = 0
  const sendPart = async (isLast: boolean) => {
    const json = `[${texts.join(',')}]`
    ;[texts, length] = [[], 0]
    return send({ kind: 'part', id, json, isLast })
  }
  const items = await itemsOf(question, sources)
  if (items === undefined) {
    await send({ kind: 'unanswered', id })
    return
  }
  for (const item of items) {
    const text = JSON.stringify(item)
    texts.push(text)
    length += text.length
    if (length >= MAX_PART && !(await sendPart(false))) return
    await turn.pause()
  }
  await sendPart(true)
}

/** Finds what is asked for; undefined: there is only something older. */
async function itemsOf(question: Question, sources: Sources): Promise<Iterable<unknown> | undefined> {
  const { source, configuration, sent, tellNews, ticketOf } = sources
  switch (question.about) {
    case 'exists':
      return [await source.exists(question.environment)]
    case 'segments':
      return source.segments()
    case 'ticket':
      return [ticketOf(question.token, question.overlay) ?? null]
    case 'configuration': {
      const { environment, revision, has } = question
      const now = await configuration.of(environment)
      if (now.revision < revision) return undefined
      // it may have changes that the worker has not heard of
      tellNews()
      const before = sent.get(environment)
      sent.set(environment, now)
      for (const name of sent.keys()) if (!configuration.keeps(name)) sent.delete(name)
      return differenceOf(before?.revision === has ? before : undefined, now)
    }
  }
}

/** Lists what differs from a configuration: a flag that has not changed is the same object. */
function* differenceOf(
  before: EnvironmentConfiguration | undefined,
  now: EnvironmentConfiguration,
): Iterable<unknown> {
  const isSame = before?.segments === now.segments
  const removed = before ? [...before.features.keys()].filter((name) => !now.features.has(name)) : []
  yield {
    revision: now.revision,
    isDifference: before !== undefined,
    removed,
    segments: isSame ? null : now.segments.length,
  } satisfies ConfigurationHead
  if (!isSame) yield* now.segments
  for (const [name, one] of now.features) if (before?.features.get(name) !== one) yield toSent(one)
}

const toSent = ({ tags, ...feature }: ConfiguredFeature): SentFeature => ({
  ...feature,
  ...(tags.size > 0 ? { tags: [...tags] } : {}),
})
