import { AppError } from '#kernel/app-error.ts'
import { query } from '#kernel/use-case.ts'
import * as contract from '#shared/instance/contract/instance.ts'
import type { StoreHealth } from '../instance/store-health.ts'

export const getHealth = query(contract.getHealth, async () => ({ health: 'GOOD' as const }))

/** Ready: the data can be read and written, what is in memory is up to date, and the service is not being stopped. */
export const getReady = ({
  status,
  readiness,
}: {
  status: () => StoreHealth
  readiness: () => Promise<string | undefined>
}) =>
  query(contract.getReady, async () => {
    const { writable, failure } = status()
    if (!writable) throw new AppError('StoreUnavailableError', failure ?? 'The store takes no writes.')
    const problem = await readiness()
    if (problem !== undefined) throw new AppError('StoreUnavailableError', problem)
    return { health: 'GOOD' as const }
  })
