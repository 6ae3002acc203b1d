import { getRefusedSignals as refused } from '#shared/signals/contract/signals.ts'
import { query } from '#kernel/use-case.ts'
import type { RefusedSignals } from '../../records/signals/refused-signals.ts'

export const getRefusedSignals = ({ refusedSignals: log }: { refusedSignals: RefusedSignals }) =>
  query(refused, async (_context, { query: { endpoint } }) => ({ refusedSignals: log.list(endpoint) }))
