import { testsOnPostgres } from './make-database.ts'

/** Number of runs of a property that calls an instance: fewer on PostgreSQL, where a call takes three times as long. */
export const propertyRuns = (runs: number) => (testsOnPostgres ? Math.ceil(runs / 5) : runs)
