/** Signal news as sent to screens at once: no payload, only what to reload. */
export type SignalUpdate =
  | { kind: 'signal'; id: number; endpointId: number }
  | { kind: 'refused'; endpointName: string; status: number }

type Listener = (news: SignalUpdate) => void

/** Notifies subscribers of every signal on disk, and of every rejected one. */
export class SignalFeed {
  readonly #listeners = new Set<Listener>()

  /** Answers how to end it. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  publish(news: SignalUpdate): void {
    for (const listener of this.#listeners) listener(news)
  }
}
