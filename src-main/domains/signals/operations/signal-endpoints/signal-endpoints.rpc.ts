import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import { createSignalEndpoint } from './create-signal-endpoint.ts'
import { getSignalEndpoints } from './get-signal-endpoints.ts'
import type { SignalEndpointDirectory } from '../../records/signal-endpoints/signal-endpoint-directory.ts'
import { createSignalEndpointToken } from './create-signal-endpoint-token.ts'
import { deleteSignalEndpointToken } from './delete-signal-endpoint-token.ts'
import { updateSignalEndpointToken } from './update-signal-endpoint-token.ts'
import { deleteSignalEndpoint } from './delete-signal-endpoint.ts'
import { disableSignalEndpoint } from './disable-signal-endpoint.ts'
import { enableSignalEndpoint } from './enable-signal-endpoint.ts'
import { updateSignalEndpoint } from './update-signal-endpoint.ts'

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
