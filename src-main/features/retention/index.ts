/** Retention: deletes what the rules beside the tables (store/retention.ts) no longer keep. */
export { pruneTables } from './prune-tables.ts'
export { RetentionClock } from './retention-clock.ts'
