import { api } from '../../lib/api.ts'
import { signalKeys } from './signal-keys.ts'

export const endpointsQuery = () => ({
  queryKey: signalKeys.endpoints,
  queryFn: () => api.signalEndpoints.list.query({}),
})

export const usageQuery = () => ({
  queryKey: signalKeys.usage,
  queryFn: () => api.signals.usage.query({}),
})
