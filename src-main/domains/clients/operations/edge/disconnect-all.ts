import { disconnectAll as disconnect } from '../../../../../src-shared/clients/contract/edge-instances.ts'
import { mutation } from '../../../../kernel/use-case.ts'
import type { ClientApi } from '../../records/client-api/client-api.ts'

export const disconnectAll = ({ clientApi }: { clientApi: ClientApi }) =>
  mutation(disconnect, async (context) => {
    context.record({ type: 'streams-disconnected' })
    context.onCommit(() => clientApi.disconnectStreams())
  })
