import { updateRemote as update } from '#shared/transfer/contract/remotes.ts'
import { mutation } from '#kernel/use-case.ts'
import type { RemoteInstances } from '../../records/remotes/remote-instances.ts'
import {
  deletePulls,
  readPulls,
  requireRemote,
  updateRemoteRow,
} from '../../records/remotes/remotes.store.ts'
import { requireFreeName, shown, toRemote } from '../../records/remotes/remote-answer.ts'

export const updateRemote = ({ remotes }: { remotes: RemoteInstances }) =>
  mutation(update, async (context, { params: { id }, body }) => {
    const { queries } = context
    const before = await requireRemote(queries, id)
    if (body.name !== before.name) await requireFreeName(queries, body.name)
    const { name, url, connection: change } = body
    // a client certificate says who one is, to the address alone that it was chosen for
    const isElsewhere = new URL(url).origin !== new URL(before.url).origin
    const sealed = remotes.connections.change(before.connection ?? undefined, change, isElsewhere)
    const after = { ...before, name, url, connection: sealed ?? null }
    await updateRemoteRow(queries, after)
    context.record({
      type: 'remote-updated',
      data: { ...shown(after, remotes) },
      preData: { ...shown(before, remotes) },
    })
    if (after.url === before.url) return toRemote(after, remotes, await readPulls(queries))
    // never send the token of one instance to another
    context.onCommit(() => remotes.forget(id))
    await deletePulls(queries, id)
    return { ...toRemote(after, remotes, []), hasToken: false }
  })
