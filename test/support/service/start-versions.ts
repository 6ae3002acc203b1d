import { startBackend, type TestBackend } from './start-backend.ts'

type Options = Omit<NonNullable<Parameters<typeof startBackend>[0]>, 'contract'>

/** Instances that answer as versions of the contract, one for each: started before the tests, or when first asked for. */
export function startVersions(
  options: Options = {},
  prepare?: (app: TestBackend) => Promise<void>,
): {
  start: (...contracts: string[]) => Promise<void>
  as: (contract: string) => Promise<TestBackend>
  stop: () => Promise<void>
} {
  const started = new Map<string, Promise<TestBackend>>()
  const startOne = async (contract: string) => {
    const app = await startBackend({ ...options, contract })
    await prepare?.(app)
    return app
  }
  const as = (contract: string) => {
    const known = started.get(contract) ?? startOne(contract)
    started.set(contract, known)
    return known
  }
  return {
    as,
    start: async (...contracts) => {
      for (const contract of contracts) await as(contract)
    },
    stop: async () => {
      for (const app of started.values()) await (await app).stop()
    },
  }
}
