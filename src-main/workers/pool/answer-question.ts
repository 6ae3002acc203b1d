import type { ClientConfiguration } from '#domains/clients/client-api/client-configuration.ts'
import type { ConfiguredFeature } from '#domains/clients/client-api/client-features.read-model.ts'
import type { ConfigurationSource } from '#domains/clients/client-api/configuration-source.ts'
import { Turn } from '#runtime/turn.ts'
import type { Question, ToWorker } from '../messages.ts'
import type { SentFeature } from '../worker/asked-configuration.ts'

/** Characters of a part of an answer, and so about what waits in memory at a time. */
const MAX_PART = 256 * 1024

interface Sources {
  configuration: Pick<ClientConfiguration, 'of'>
  source: Pick<ConfigurationSource, 'exists' | 'segments'>
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
async function itemsOf(
  question: Question,
  { configuration, source }: Sources,
): Promise<unknown[] | undefined> {
  switch (question.about) {
    case 'exists':
      return [await source.exists(question.environment)]
    case 'segments':
      return source.segments()
    case 'features': {
      const { features, revision } = await configuration.of(question.environment)
      if (revision < question.revision) return undefined
      const found = question.names
        ? question.names.flatMap((name) => features.get(name) ?? [])
        : [...features.values()]
      return found.map(toSent)
    }
  }
}

const toSent = ({ tags, ...feature }: ConfiguredFeature): SentFeature => ({
  ...feature,
  ...(tags.size > 0 ? { tags: [...tags] } : {}),
})
