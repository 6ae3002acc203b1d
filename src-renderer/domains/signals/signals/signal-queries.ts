import type { CreateQueryResult } from '@tanstack/svelte-query'

import { api, type Outputs } from '#lib/api.ts'
import { keys } from '#lib/queries.ts'
import { signalKeys } from './signal-keys.ts'

export const endpointsQuery = () => ({
  queryKey: signalKeys.endpoints,
  queryFn: () => api.getSignalEndpoints.query({}),
})

export const usageQuery = () => ({
  queryKey: signalKeys.usage,
  queryFn: () => api.getSignalUsage.query({}),
})

/** Reads the tokens of an endpoint whose senders sign with secrets of their own. */
export const senderSecretsQuery = (
  id: number,
): { queryKey: readonly unknown[]; queryFn: () => Promise<Outputs['getSenderSecrets']> } => ({
  queryKey: signalKeys.senderSecrets(id),
  queryFn: () => api.getSenderSecrets.query({ params: { signalEndpointId: String(id) } }),
})

/** Reads where deliveries to an endpoint have their id. */
export const deliveryIdQuery = (
  id: number,
): { queryKey: readonly unknown[]; queryFn: () => Promise<Outputs['getSignalDeliveryId']> } => ({
  queryKey: signalKeys.deliveryId(id),
  queryFn: () => api.getSignalDeliveryId.query({ params: { id: String(id) } }),
})

/** Reads where signals of an endpoint have their time or their number. */
export const orderQuery = (
  id: number,
): { queryKey: readonly unknown[]; queryFn: () => Promise<Outputs['getSignalOrder']> } => ({
  queryKey: signalKeys.order(id),
  queryFn: () => api.getSignalOrder.query({ params: { id: String(id) } }),
})

type Listening = Outputs['getListeningActionSets']
export type ListeningSets = CreateQueryResult<Listening>

/** Reads the action sets that signals of an endpoint start. */
export const listeningQuery = (
  id: number,
): { queryKey: readonly unknown[]; queryFn: () => Promise<Listening> } => ({
  queryKey: [...keys.actions, 'listening', id],
  queryFn: () => api.getListeningActionSets.query({ params: { signalEndpointId: String(id) } }),
})
