import { startBackend, type TestBackend } from './start-backend.ts'

type Options = Omit<NonNullable<Parameters<typeof startBackend>[0]>, 'contract'>

/** Instances that answer as versions of the contract, one for each, started when first asked for. */
export function startVersions(
  options: Options = {},
  prepare?: (app: TestBackend) => Promise<void>,
): { as: (contract: string) => Promise<TestBackend>; stop: () => Promise<void> } {
  const started = new Map<string, Promise<TestBackend>>()
  const start = async (contract: string) => {
    const app = await startBackend({ ...options, contract })
    await prepare?.(app)
    return app
  }
  return {
    as: (contract) => {
      const known = started.get(contract) ?? start(contract)
      started.set(contract, known)
      return known
    },
    stop: async () => {
      for (const app of started.values()) await (await app).stop()
    },
  }
}
