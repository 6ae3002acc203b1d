import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import { createSignalEndpoint } from './create-signal-endpoint.use-case.ts'
import { getSignalEndpoints } from './get-signal-endpoints.use-case.ts'
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

export const signalEndpointsRpc = (directory: SignalEndpointDirectory, baseUrl: () => string) =>
  router({
    list: queryOf(getSignalEndpoints),
    create: mutationOf(createSignalEndpoint(directory, baseUrl)),
    update: mutationOf(updateSignalEndpoint(directory, baseUrl)),
    remove: mutationOf(deleteSignalEndpoint(directory)),
    enable: mutationOf(enableSignalEndpoint(directory)),
    disable: mutationOf(disableSignalEndpoint(directory)),
    createToken: mutationOf(createSignalEndpointToken(directory)),
    renameToken: mutationOf(updateSignalEndpointToken(directory)),
    removeToken: mutationOf(deleteSignalEndpointToken(directory)),
  })
