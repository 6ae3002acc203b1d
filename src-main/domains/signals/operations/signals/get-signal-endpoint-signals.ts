import { getSignalEndpointSignals as ofEndpoint } from '#shared/signals/contract/signals.ts'
import { notFound } from '#kernel/app-error.ts'
import { query } from '#kernel/use-case.ts'
import { findSignalEndpoint } from '../../records/signal-endpoints/signal-endpoints.store.ts'
import { toPage } from '../../records/signals/signal-query.ts'
import { readSignals } from '../../records/signals/signals.read-model.ts'

/** The signals of an endpoint (docs/contract/signals.md#endpoints). */
export const getSignalEndpointSignals = query(ofEndpoint, async ({ queries }, { params, query }) => {
  const endpoint = await findSignalEndpoint(queries, params.signalEndpointId)
  if (!endpoint) throw notFound(`Could not find the signal endpoint with id ${params.signalEndpointId}`)
  const found = await readSignals(queries, { endpoint: endpoint.id }, toPage(query))
  return {
    signalEndpointSignals: found.map(({ id, source, sourceId, createdAt, payload, tokenName }) => ({
      id,
      source,
      sourceId,
      createdAt,
      payload,
      tokenName,
    })),
  }
})
