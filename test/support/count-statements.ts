import type { SqliteStore } from '../../src-main/store/sqlite-store.ts'
import type { Store } from '../../src-main/store/store.ts'

/** Counts the statements that a store runs while something is done. */
export async function countStatements(store: Store, work: () => Promise<unknown>): Promise<number> {
  const { connection } = store as SqliteStore
  const run = connection.run.bind(connection)
  let count = 0
  connection.run = (...statement) => {
    count += 1
    return run(...statement)
  }
  try {
    await work()
  } finally {
    connection.run = run
  }
  return count
}
