import { vi, type MockInstance } from 'vitest'

import { PostgresConnection } from '#store/postgres/postgres-driver.ts'
import { SqliteStore } from '#store/sqlite-store.ts'
import type { Store } from '#store/store.ts'

/** Counts the statements that a store runs while something is done. On PostgreSQL, all stores of the process count. */
export async function countStatements(store: Store, work: () => Promise<unknown>): Promise<number> {
  const statements: MockInstance =
    store instanceof SqliteStore
      ? vi.spyOn(store.connection, 'run')
      : vi.spyOn(PostgresConnection.prototype, 'executeQuery')
  try {
    await work()
    return statements.mock.calls.length
  } finally {
    statements.mockRestore()
  }
}
