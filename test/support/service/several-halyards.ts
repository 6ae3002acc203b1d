import { makeDatabase } from '../runner/make-database.ts'
import { startBackend, type TestBackend } from './start-backend.ts'

type Options = Parameters<typeof startBackend>[0]

const KEY = Buffer.alloc(32, 7).toString('base64')

/** Starts several instances on one PostgreSQL database, at the same time. */
export async function startSeveral(
  count: number,
  options: Options = {},
): Promise<{ halyards: TestBackend[]; url: string; stop: () => Promise<void> }> {
  const database = await makeDatabase()
  if (!database) throw new Error('run by: vitest --project postgres')
  const { users = [], env = {}, ...rest } = options
  // who signs in has a session of the first instance; the others accept it
  const halyards = await Promise.all(
    Array.from({ length: count }, (_, n) =>
      startBackend({
        ...rest,
        env: { HALYARD_SEALING_KEY: KEY, ...env },
        database,
        ...(n === 0 ? { users } : {}),
      }),
    ),
  )
  return {
    halyards,
    url: database.url,
    stop: async () => {
      await Promise.all(halyards.map((one) => one.stop()))
      await database.remove()
    },
  }
}
