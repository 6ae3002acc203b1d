import { bind } from '../../../../transport/http/bind.ts'
import { createSignalEndpoint } from './create-signal-endpoint.ts'
import { getSignalEndpoints } from './get-signal-endpoints.ts'
import { getSignalEndpointTokens } from './get-signal-endpoint-tokens.ts'
import type { SignalEndpointDirectory } from '../../records/signal-endpoints/signal-endpoint-directory.ts'
import { createSignalEndpointToken } from './create-signal-endpoint-token.ts'
import { deleteSignalEndpointToken } from './delete-signal-endpoint-token.ts'
import { updateSignalEndpointToken } from './update-signal-endpoint-token.ts'
import { deleteSignalEndpoint } from './delete-signal-endpoint.ts'
import { disableSignalEndpoint } from './disable-signal-endpoint.ts'
import { enableSignalEndpoint } from './enable-signal-endpoint.ts'
import { updateSignalEndpoint } from './update-signal-endpoint.ts'

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
