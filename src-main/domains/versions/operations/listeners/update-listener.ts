import { updateListener as update } from '#shared/versions/contract/listeners.ts'
import { mutation } from '#kernel/use-case.ts'
import type { ListeningPorts } from '../../records/listeners/listening-ports.ts'
import { requireListener, updateListenerRow } from '../../records/listeners/listeners.store.ts'
import {
  requireChangeable,
  requireOtherPort,
  planOf,
  openAfterCommit,
} from '../../records/listeners/listener-plan.ts'

export const updateListener = ({ listeningPorts }: { listeningPorts: ListeningPorts }) =>
  mutation(update, async (context, { params: { port }, body }) => {
    const { queries, record } = context
    requireChangeable(listeningPorts, port)
    requireOtherPort(context, port)
    const plan = planOf(port, body)
    const before = await requireListener(queries, port)
    await updateListenerRow(queries, plan)
    record({ type: 'listener-updated', data: { ...plan }, preData: { ...before } })
    return openAfterCommit(context, plan, listeningPorts)
  })
