import { getSignal as one } from '#shared/signals/contract/signals.ts'
import { query } from '#kernel/use-case.ts'
import { findSignalEndpoint } from '../../records/signal-endpoints/signal-endpoints.store.ts'
import { requireSignal } from '../../records/signals/require-signal.ts'

/** One signal. From where it came is for an Admin to see. */
export const getSignal = query(one, async (context, { params: { id } }) => {
  const { queries, may } = context
  const signal = await requireSignal(context, id)
  const endpoint = await findSignalEndpoint(queries, signal.sourceId)
  const { sourceTokenId: _token, sentByUserId: _sender, headers, outcome, ...shown } = signal
  return {
    ...shown,
    outcome: outcome ?? 'none',
    sourceName: endpoint?.name ?? null,
    sourceDescription: endpoint?.description ?? null,
    headers: may({ anyOf: ['ADMIN'] }).allowed ? headers : null,
  }
})
