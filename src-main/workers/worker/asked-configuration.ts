import type {
  ConfigurationSource,
  EnvironmentRevision,
} from '#domains/clients/client-api/configuration-source.ts'
import type {
  ConfiguredFeature,
  ConfiguredSegment,
} from '#domains/clients/client-api/client-features.read-model.ts'
import { DatabaseUnavailable } from '#store/store-errors.ts'
import type { FromWorker, Question, ToWorker } from '../messages.ts'

/** Questions under way: one for each environment that SDKs ask for at the same time. */
const MAX_QUESTIONS = 1000

interface Asked {
  parts: unknown[]
  resolve: (list: unknown[]) => void
  reject: (error: Error) => void
}

interface Options {
  send: (message: FromWorker) => void
  revisions: readonly EnvironmentRevision[]
  /** Revision of an environment as far as it is known here. */
  revisionOf: (environment: string) => number
}

/** Flag as it is sent between processes: its tags as a list. */
export type SentFeature = Omit<ConfiguredFeature, 'tags'> & { tags?: readonly string[] }

const NO_TAGS: ReadonlySet<string> = new Set()

/** Reads the configuration of SDKs from the main process. */
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

  async features(environment: string, names?: readonly string[]): Promise<ConfiguredFeature[]> {
    const revision = this.#options.revisionOf(environment)
    const question = { about: 'features', environment, revision, ...(names ? { names } : {}) } as const
    const sent = (await this.#ask(question)) as SentFeature[]
    return sent.map(({ tags, ...feature }) => ({ ...feature, tags: tags ? new Set(tags) : NO_TAGS }))
  }

  async segments(): Promise<ConfiguredSegment[]> {
    return (await this.#ask({ about: 'segments' })) as ConfiguredSegment[]
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
