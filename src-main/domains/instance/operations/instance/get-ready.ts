import { getReady as operation } from '../../../../../src-shared/instance/contract/instance.ts'
import { AppError } from '../../../../kernel/app-error.ts'
import { query } from '../../../../kernel/use-case.ts'
import type { StoreHealth } from '../../records/instance/store-health.ts'

/** Ready: the data can be read and written. */
export const getReady = ({ status }: { status: () => StoreHealth }) =>
  query(operation, async () => {
    const { writable, failure } = status()
    if (!writable) throw new AppError('StoreUnavailableError', failure ?? 'The store takes no writes.')
    return { health: 'GOOD' as const }
  })
