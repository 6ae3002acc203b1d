import type { ClientDeltas } from './client-deltas.ts'
import type { ClientQuery } from './client-query.ts'

/**
 * Query of a stream, with those of its audiences that overrides are for, or were while it was open. It shares its answers with all streams
 * that have none, and learns of an override that is set, and of one that is removed.
 */
export class OverlaidQuery {
  readonly #deltas: Pick<ClientDeltas, 'overriddenAudiences'>
  readonly #query: ClientQuery
  readonly #audiences: readonly string[]
  #named: readonly string[] = []

  constructor(
    deltas: Pick<ClientDeltas, 'overriddenAudiences'>,
    query: ClientQuery,
    audiences: readonly string[],
  ) {
    this.#deltas = deltas
    this.#query = query
    this.#audiences = audiences
  }

  get environment(): string {
    return this.#query.environment
  }

  /** Asks for what is new since a revision. Asks again if an override for the stream came up meanwhile, at most once for each audience. */
  async ask<Answer>(
    since: number | undefined,
    work: (query: ClientQuery) => Promise<Answer>,
  ): Promise<Answer> {
    if (this.#audiences.length === 0) return work(this.#query)
    await this.#look(since)
    for (;;) {
      const named = this.#named
      const answer = await work(named.length === 0 ? this.#query : { ...this.#query, audiences: named })
      await this.#look(undefined)
      if (this.#named === named) return answer
    }
  }

  async #look(since: number | undefined): Promise<void> {
    const { environment } = this.#query
    const found = await this.#deltas.overriddenAudiences(environment, since, this.#audiences)
    if (found.every((one) => this.#named.includes(one))) return
    this.#named = this.#audiences.filter((one) => this.#named.includes(one) || found.includes(one))
  }
}
