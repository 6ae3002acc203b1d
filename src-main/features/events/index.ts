/**
 * Events: the log of every write, with before and after. It is the audit log, the source of the clients' revision and
 * of the screens' live refresh. Written only by kernel/execute, in the transaction of the write; never changed.
 */
export { eventsHttp } from './events.http.ts'
export { eventsRpc, type Change } from './events.rpc.ts'
export { describeEvent, readLatestEvents, type DescribedEvent } from './described-events.ts'
export {
  findNextEvent,
  readEventsOf,
  readLastEventId,
  readRevisions,
  type StreamFilter,
} from './events.read-model.ts'
export { searchEventLog, type EventFilter } from './search-events.read-model.ts'
export { onlyPublished, toPublished } from './published-events.ts'
export { recordEvents } from './events.store.ts'
