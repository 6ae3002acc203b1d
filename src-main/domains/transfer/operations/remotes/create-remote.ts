import { createRemote as create } from '#shared/transfer/contract/remotes.ts'
import { mutation } from '#kernel/use-case.ts'
import { insertRemote } from '../../records/remotes/remotes.store.ts'
import type { RemoteInstances } from '../../records/remotes/remote-instances.ts'
import { requireFreeName, shown, toRemote } from '../../records/remotes/remote-answer.ts'

export const createRemote = ({ remotes }: { remotes: RemoteInstances }) =>
  mutation(create, async (context, { body: { name, url, connection: change } }) => {
    await requireFreeName(context.queries, name)
    const connection = remotes.connections.change(undefined, change) ?? null
    const createdAt = context.now.toISOString()
    const remote = await insertRemote(context.queries, { name, url, createdAt, connection })
    context.record({ type: 'remote-created', data: { ...shown(remote, remotes) } })
    return toRemote(remote, remotes, [])
  })
