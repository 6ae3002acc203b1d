import { api } from '#lib/api.ts'
import type { HeardRequest } from './connection.ts'

/** Most requests that are kept. The newest of each application counts. */
const MAX_KEPT = 100

/** Requests of SDKs since the page is open. */
export class HeardRequests {
  #all = $state.raw<readonly HeardRequest[]>([])

  get all(): readonly HeardRequest[] {
    return this.#all
  }

  /** Follows the requests as they come; returns the function that ends it. */
  follow(): () => void {
    const subscription = api.clientNews.subscribe(undefined, {
      onData: (request) => (this.#all = [request, ...this.#all].slice(0, MAX_KEPT)),
    })
    return () => subscription.unsubscribe()
  }
}
