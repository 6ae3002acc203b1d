import { bind } from '../../../../transport/http/bind.ts'
import { createSignalEndpoint } from './create-signal-endpoint.use-case.ts'
import { getSignalEndpoints, getSignalEndpointTokens } from './get-signal-endpoints.use-case.ts'
import type { SignalEndpointDirectory } from '../../records/signal-endpoints/signal-endpoint-directory.ts'
import {
  createSignalEndpointToken,
  deleteSignalEndpointToken,
  updateSignalEndpointToken,
} from './signal-endpoint-tokens.use-case.ts'
import {
  deleteSignalEndpoint,
  disableSignalEndpoint,
  enableSignalEndpoint,
  updateSignalEndpoint,
} from './update-signal-endpoint.use-case.ts'

export const signalEndpointsHttp = (directory: SignalEndpointDirectory, baseUrl: () => string) => [
  bind(getSignalEndpoints),
  bind(createSignalEndpoint(directory, baseUrl), {
    headers: ({ id }) => ({ location: `signal-endpoints/${id}` }),
  }),
  bind(updateSignalEndpoint(directory, baseUrl)),
  bind(deleteSignalEndpoint(directory)),
  bind(enableSignalEndpoint(directory)),
  bind(disableSignalEndpoint(directory)),
  bind(getSignalEndpointTokens),
  bind(createSignalEndpointToken(directory), {
    headers: ({ signalEndpointId, id }) => ({
      location: `signal-endpoints/${signalEndpointId}/tokens/${id}`,
    }),
  }),
  bind(updateSignalEndpointToken(directory)),
  bind(deleteSignalEndpointToken(directory)),
]
