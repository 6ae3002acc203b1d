import { forgetRemoteToken as forgetToken } from '#shared/transfer/contract/remotes.ts'
import { mutation } from '#kernel/use-case.ts'
import type { RemoteInstances } from '../../records/remotes/remote-instances.ts'
import { requireRemote } from '../../records/remotes/remotes.store.ts'

/** Forgets a token that is held in memory; nothing stored changes, so there is no event. */
export const forgetRemoteToken = ({ remotes }: { remotes: RemoteInstances }) =>
  mutation(forgetToken, async (context, { params: { id } }) => {
    await requireRemote(context.queries, id)
    context.onCommit(() => remotes.forget(id))
  })
