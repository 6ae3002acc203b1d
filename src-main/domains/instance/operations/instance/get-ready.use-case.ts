import { getReady as operation } from '../../../../../src-shared/contract/instance.ts'
import { AppError } from '../../../../kernel/app-error.ts'
import { query } from '../../../../kernel/use-case.ts'

/** What of the store readiness asks. */
export interface StoreHealth {
  readonly writable: boolean
  readonly failure: string | null
}

/** Ready: the data can be read and written. */
export const getReady = (health: () => StoreHealth) =>
  query(operation, async () => {
    const { writable, failure } = health()
    if (!writable) throw new AppError('StoreUnavailableError', failure ?? 'The store takes no writes.')
    return { health: 'GOOD' as const }
  })
