import type { StoredToken } from '#domains/access/api-tokens/api-token.ts'
import type { ChangedToken } from '#domains/access/api-tokens/token-directory.ts'
import type { ClientEvent } from '#domains/clients/client-api/client-configuration.ts'
import type { CommittedEvent } from '#kernel/event.ts'
import type { News, SdkToken, SharedState, TokenChange } from '../messages.ts'

/** Changes that wait are sent when there are so many. */
const MAX_WAITING = 1000

/** Tokens that a worker may know: those of SDKs. */
export const sdkTokensOf = (entries: Iterable<readonly [string, StoredToken]>): SdkToken[] =>
  [...entries].flatMap(([hash, token]) => sdkToken(hash, token) ?? [])

function sdkToken(hash: string, token: StoredToken): SdkToken | undefined {
  const { tokenName, type, environment, projects, expiresAt } = token
  return type === 'admin' ? undefined : { hash, tokenName, type, environment, projects, expiresAt }
}

/** Collects what has changed since workers were last told. */
export class NewsForWorkers {
  #events: ClientEvent[] = []
  #tokens: TokenChange[] = []
  #shared: string
  readonly #readShared: () => SharedState
  readonly #onChange: (isMuch: boolean) => void

  /** `onChange` is called at each change. */
  constructor(readShared: () => SharedState, onChange: (isMuch: boolean) => void) {
    this.#readShared = readShared
    this.#onChange = onChange
    this.#shared = JSON.stringify(readShared())
  }

  readonly noteEvents = (events: readonly CommittedEvent[]): void => {
    const before = this.#events.length
    for (const { id, type, affectsClients, environment, featureName } of events)
      if (affectsClients)
        this.#events.push({
          id,
          type,
          affectsClients,
          ...(environment === undefined ? {} : { environment }),
          ...(featureName === undefined ? {} : { featureName }),
        })
    if (this.#events.length > before) this.#onChange(this.#events.length >= MAX_WAITING)
  }

  noteToken(change: ChangedToken): void {
    if ('all' in change) this.#tokens = [{ all: sdkTokensOf(change.all) }]
    else {
      const token = change.token && sdkToken(change.hash, change.token)
      this.#tokens.push(token ? { put: token } : { removed: change.hash })
    }
    this.#onChange(this.#tokens.length >= MAX_WAITING)
  }

  /** Takes what has changed; undefined: nothing has. */
  take(): News | undefined {
    const shared = this.#readShared()
    const text = JSON.stringify(shared)
    const isSame = text === this.#shared
    if (isSame && this.#events.length + this.#tokens.length === 0) return undefined
    const news = { events: this.#events, tokens: this.#tokens, ...(isSame ? {} : { shared }) }
    this.#events = []
    this.#tokens = []
    this.#shared = text
    return news
  }
}
