import type { MutationContext } from '../../kernel/use-case.ts'
import { deleteExecutionsBefore } from './executions.store.ts'

const KEPT_DAYS = 90
const DAY_MS = 24 * 60 * 60 * 1000

/** Forgets what was executed long ago; the audit log still tells of it. */
export function pruneExecutions({ queries, now }: MutationContext): Promise<void> {
  return deleteExecutionsBefore(queries, new Date(now.getTime() - KEPT_DAYS * DAY_MS).toISOString())
}
