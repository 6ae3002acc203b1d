import { removeListener as remove } from '#shared/versions/contract/listeners.ts'
import { mutation } from '#kernel/use-case.ts'
import type { ListeningPorts } from '../../records/listeners/listening-ports.ts'
import { deleteListener, requireListener } from '../../records/listeners/listeners.store.ts'
import { requireChangeable, requireOtherPort } from '../../records/listeners/listener-plan.ts'

export const removeListener = ({ listeningPorts }: { listeningPorts: ListeningPorts }) =>
  mutation(remove, async (context, { params: { port } }) => {
    const { queries, record, onPublished } = context
    requireChangeable(listeningPorts, port)
    requireOtherPort(context, port)
    const before = await requireListener(queries, port)
    await deleteListener(queries, port)
    record({ type: 'listener-removed', preData: { ...before } })
    onPublished(() => listeningPorts.close(port))
  })
