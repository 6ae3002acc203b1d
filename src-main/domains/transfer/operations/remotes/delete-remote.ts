import { deleteRemote as remove } from '#shared/transfer/contract/remotes.ts'
import { mutation } from '#kernel/use-case.ts'
import { shown } from '../../records/remotes/remote-answer.ts'
import type { RemoteInstances } from '../../records/remotes/remote-instances.ts'
import { deleteRemoteRow, requireRemote } from '../../records/remotes/remotes.store.ts'

export const deleteRemote = ({ remotes }: { remotes: RemoteInstances }) =>
  mutation(remove, async (context, { params: { id } }) => {
    const remote = await requireRemote(context.queries, id)
    await deleteRemoteRow(context.queries, id)
    context.record({ type: 'remote-deleted', preData: { ...shown(remote, remotes) } })
    context.onCommit(() => remotes.forget(id))
  })
