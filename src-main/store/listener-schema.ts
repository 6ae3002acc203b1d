import type { RetentionOf } from './retention-rules.ts'

/** The table of further ports (migration 0012); put together in schema.ts. */
export interface ListenersTable {
  port: number
  /** Version in three numbers, as `strict` is. */
  contract: string
  strict: string | null
}

export interface ListenerSchema {
  listeners: ListenersTable
}

export const LISTENER_RETENTION: RetentionOf<ListenerSchema> = {
  listeners: { rule: 'kept', because: 'Admins create and delete them; a row for each open port' },
}
