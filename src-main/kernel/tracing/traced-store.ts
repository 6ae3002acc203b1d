import type { Queries } from '#store/queries.ts'
import { inSpan } from './in-span.ts'

interface Store {
  readonly queries: Queries
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>
  savepoint<T>(queries: Queries, work: () => Promise<T>): Promise<T>
  durable(): Promise<void>
}

/** Makes spans of transactions, with their wait for the connection, and of waits for the disk. */
export const tracedStore = (store: Store): Store => ({
  get queries() {
    return store.queries
  },
  transaction: (work) => inSpan('transaction', {}, () => store.transaction(work)),
  savepoint: (queries, work) => store.savepoint(queries, work),
  durable: () => inSpan('durable', {}, () => store.durable()),
})
