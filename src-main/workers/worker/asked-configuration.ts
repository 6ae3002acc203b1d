import type {
  AskedEnvironment,
  ConfigurationSource,
  EnvironmentConfiguration,
  EnvironmentRevision,
} from '#domains/clients/client-api/client-configuration.ts'
import type {
  ConfiguredFeature,
  ConfiguredSegment,
} from '#domains/clients/client-api/client-features.read-model.ts'
import { replaceFeatures } from '#domains/clients/client-api/client-features.ts'
import type { StreamTicket } from '#domains/clients/remote-evaluation/stream-tickets.ts'
import { DatabaseUnavailable } from '#store/store-errors.ts'
import type { ConfigurationHead, FromWorker, Question, ToWorker } from '../messages.ts'

/** Questions under way: one for each environment that SDKs ask for at the same time, and those about tickets. */
const MAX_QUESTIONS = 1000

interface Asked {
  parts: unknown[]
  resolve: (list: unknown[]) => void
  reject: (error: Error) => void
}

interface Options {
  send: (message: FromWorker) => void
  revisions: readonly EnvironmentRevision[]
}

/** Flag as it is sent between processes: its tags as a list. */
export type SentFeature = Omit<ConfiguredFeature, 'tags'> & { tags?: readonly string[] }

const NO_TAGS: ReadonlySet<string> = new Set()

/**
 * Reads the configuration of SDKs from the main process. A copy has exactly the flags that the main process has at its revision, so that
 * a delta of one process continues that of another.
 */
export class AskedConfiguration implements ConfigurationSource {
  readonly #options: Options
  readonly #asked = new Map<number, Asked>()
  #lastId = 0

  constructor(options: Options) {
    this.#options = options
  }

  revisions(): Promise<readonly EnvironmentRevision[]> {
    return Promise.resolve(this.#options.revisions)
  }

  async exists(environment: string): Promise<boolean> {
    const [exists] = await this.#ask({ about: 'exists', environment })
    return exists === true
  }

  async segments(): Promise<ConfiguredSegment[]> {
    return (await this.#ask({ about: 'segments' })) as ConfiguredSegment[]
  }

  async read({ environment, revision, kept }: AskedEnvironment): Promise<EnvironmentConfiguration> {
    const question = { about: 'configuration', environment, revision } as const
    const [head, ...items] = await this.#ask(kept ? { ...question, has: kept.revision } : question)
    const { isDifference, removed, segments: count, ...sent } = head as ConfigurationHead
    const segments = items.slice(0, count ?? 0) as ConfiguredSegment[]
    const features = (items.slice(count ?? 0) as SentFeature[]).map(toConfigured)
    return {
      revision: sent.revision,
      segments: count === null && kept ? kept.segments : segments,
      features:
        isDifference && kept
          ? replaceFeatures(kept.features, [...removed, ...features.map(nameOf)], features)
          : new Map(features.map((one) => [nameOf(one), one])),
    }
  }

  /** Has the main process sign the ticket of a token for an event stream. */
  async ticketOf(token: string, overlay: string | undefined): Promise<StreamTicket | undefined> {
    const question = { about: 'ticket', token } as const
    const [ticket] = await this.#ask(overlay === undefined ? question : { ...question, overlay })
    return (ticket as StreamTicket | null) ?? undefined
  }

  /** Takes a part of an answer, or that there is none. */
  take(message: Extract<ToWorker, { kind: 'part' | 'unanswered' }>): void {
    const asked = this.#asked.get(message.id)
    if (!asked) return
    if (message.kind === 'unanswered') {
      this.#asked.delete(message.id)
      asked.reject(new DatabaseUnavailable('the main process has no newer configuration'))
      return
    }
    asked.parts.push(...(JSON.parse(message.json) as unknown[]))
    if (!message.isLast) return
    this.#asked.delete(message.id)
    asked.resolve(asked.parts)
  }

  #ask(question: Question): Promise<unknown[]> {
    if (this.#asked.size >= MAX_QUESTIONS)
      return Promise.reject(new DatabaseUnavailable('too many questions wait for the main process'))
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { parts: [], resolve, reject })
      this.#options.send({ kind: 'question', id, question })
    })
  }
}

const toConfigured = ({ tags, ...feature }: SentFeature): ConfiguredFeature => ({
  ...feature,
  tags: tags ? new Set(tags) : NO_TAGS,
})

const nameOf = ({ feature }: ConfiguredFeature) => feature.name
