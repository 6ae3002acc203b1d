import { updateRemote as update } from '../../../../../src-shared/transfer/contract/remotes.ts'
import { mutation } from '../../../../kernel/use-case.ts'
import type { RemoteInstances } from '../../records/remotes/remote-instances.ts'
import {
  deletePulls,
  readPulls,
  requireRemote,
  updateRemoteRow,
} from '../../records/remotes/remotes.store.ts'
import { requireFreeName, toRemote } from '../../records/remotes/remote-answer.ts'

export const updateRemote = ({ remotes }: { remotes: RemoteInstances }) =>
  mutation(update, async (context, { params: { id }, body }) => {
    const { queries } = context
    const before = await requireRemote(queries, id)
    if (body.name !== before.name) await requireFreeName(queries, body.name)
    const after = { ...before, ...body }
    await updateRemoteRow(queries, after)
    context.record({ type: 'remote-updated', data: { ...after }, preData: { ...before } })
    if (after.url === before.url) return toRemote(after, remotes, await readPulls(queries))
    // never send the token of one instance to another
    context.onCommit(() => remotes.forget(id))
    await deletePulls(queries, id)
    return { ...after, hasToken: false, pulls: [] }
  })
