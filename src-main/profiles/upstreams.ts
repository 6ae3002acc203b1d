import type { Mirrored, ProfileChange } from '#shared/desktop/profiles.ts'
import { detail } from '#shared/errors/error-table.ts'
import { UpstreamClient } from '#domains/clients/mirror/upstream-client.ts'
import { RefusedToken, UpstreamError } from '#domains/clients/mirror/upstream-answer.ts'
import { AppError } from '#kernel/app-error.ts'
import type { Outbound } from '#kernel/outbound.ts'
import type { LocalProfile, ProfileStore } from './profile-store.ts'

/** Secrets that the service of a local profile is opened with. */
export interface LocalSecrets {
  databaseUrl?: string
  mirror?: Mirrored
}

type Sealed = NonNullable<LocalProfile['mirror']>

/** Upstreams of local profiles that mirror another instance. Tokens are stored sealed, and sent only to the address that they were entered for. */
export class Upstreams {
  readonly #store: ProfileStore
  readonly #outbound: Outbound

  constructor(store: ProfileStore, outbound: Outbound) {
    this.#store = store
    this.#outbound = outbound
  }

  /** Opens the secrets of a profile. Throws UnreadableSecret. */
  secretsOf({ databaseUrl, mirror }: LocalProfile): LocalSecrets {
    return {
      ...(databaseUrl === undefined ? {} : { databaseUrl: this.#store.unseal(databaseUrl) }),
      ...(mirror ? { mirror: { url: mirror.url, tokens: this.#tokensOf(mirror) } } : {}),
    }
  }

  #tokensOf({ tokens }: Sealed): string[] {
    return tokens === undefined ? [] : this.#store.unseal(tokens).split(',')
  }

  /** Checks and seals the upstream of a new mirror. Throws an AppError that names the field at fault. */
  async seal(upstream: Mirrored): Promise<Sealed> {
    await this.#check(upstream)
    return { url: upstream.url, tokens: this.#store.seal(upstream.tokens.join(',')) }
  }

  /** Checks and seals another address, or other tokens; undefined: it stays as it is. Throws an AppError that names the field at fault. */
  async change(
    { mirror }: LocalProfile,
    change: ProfileChange['mirror'],
  ): Promise<{ mirror: Sealed } | undefined> {
    if (!mirror || !change) return undefined
    const { url, tokens } = change
    if (tokens) return { mirror: await this.seal({ url, tokens }) }
    if (url === mirror.url) return undefined
    throw new AppError('BadDataError', 'The tokens are for the former address.', {
      details: [detail('Enter the tokens of the new address.', '/body/mirror/tokens')],
    })
  }

  /** Asks an instance for the flags of each token, as its mirror will: one that could never have flags is not worth a place in the list. */
  async #check({ url, tokens }: Mirrored): Promise<void> {
    const client = new UpstreamClient(url, this.#outbound)
    for (const [index, token] of tokens.entries()) {
      try {
        await client.scopeOf(token)
        await client.poll(token, null)
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error
        const isOfToken = error instanceof RefusedToken
        const which = isOfToken && tokens.length > 1 ? `Token ${index + 1}: ` : ''
        throw new AppError('BadDataError', `The instance cannot be mirrored. ${error.message}`, {
          details: [detail(`${which}${error.message}`, `/body/mirror/${isOfToken ? 'tokens' : 'url'}`)],
        })
      }
    }
  }
}
