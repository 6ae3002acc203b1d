import type { QueryContext } from '#kernel/use-case.ts'
import { countFailures } from './failures.store.ts'

/** Adds up failures of projects. */
export const totalOf = (counts: readonly { failures: number }[]) =>
  counts.reduce((sum, { failures }) => sum + failures, 0)

/** Counts failures by project, of projects whose settings the caller may read. */
export async function readableCounts({ queries, may }: QueryContext) {
  const isReadable = ({ project }: { project: string }) =>
    may({ anyOf: ['PROJECT_SETTINGS_READ', 'UPDATE_PROJECT'], project }).allowed
  return (await countFailures(queries)).filter(isReadable)
}
