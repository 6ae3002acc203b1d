import {
  createRemote as create,
  deleteRemote as remove,
  forgetRemoteToken as forgetToken,
  getRemotes as list,
  updateRemote as update,
} from '../../../../../src-shared/contract/remotes.ts'
import type { Remote } from '../../../../../src-shared/schemas/remote.ts'
import { AppError } from '../../../../kernel/app-error.ts'
import { mutation, query } from '../../../../kernel/use-case.ts'
import type { Queries } from '../../../../store/queries.ts'
import type { RemoteInstances } from '../../records/remotes/remote-instances.ts'
import {
  deletePulls,
  deleteRemoteRow,
  findRemoteByName,
  insertRemote,
  readPulls,
  readRemotes,
  requireRemote,
  updateRemoteRow,
  type StoredPull,
  type StoredRemote,
} from '../../records/remotes/remotes.store.ts'

export const getRemotes = (remotes: RemoteInstances) =>
  query(list, async ({ queries }) => {
    const pulls = await readPulls(queries)
    return { remotes: (await readRemotes(queries)).map((remote) => toRemote(remote, remotes, pulls)) }
  })

export const createRemote = mutation(create, async (context, { body }) => {
  await requireFreeName(context.queries, body.name)
  const remote = await insertRemote(context.queries, { ...body, createdAt: context.now.toISOString() })
  context.record({ type: 'remote-created', data: { ...remote } })
  return { ...remote, hasToken: false, pulls: [] }
})

export const updateRemote = (remotes: RemoteInstances) =>
  mutation(update, async (context, { params: { id }, body }) => {
    const { queries } = context
    const before = await requireRemote(queries, id)
    if (body.name !== before.name) await requireFreeName(queries, body.name)
    const after = { ...before, ...body }
    await updateRemoteRow(queries, after)
    context.record({ type: 'remote-updated', data: { ...after }, preData: { ...before } })
    if (after.url === before.url) return toRemote(after, remotes, await readPulls(queries))
    // the token of one instance is not to be sent to another
    context.onCommit(() => remotes.forget(id))
    await deletePulls(queries, id)
    return { ...after, hasToken: false, pulls: [] }
  })

export const deleteRemote = (remotes: RemoteInstances) =>
  mutation(remove, async (context, { params: { id } }) => {
    const remote = await requireRemote(context.queries, id)
    await deleteRemoteRow(context.queries, id)
    context.record({ type: 'remote-deleted', preData: { ...remote } })
    context.onCommit(() => remotes.forget(id))
  })

/** Forgets a token that is held in memory; nothing stored changes, so there is no event. */
export const forgetRemoteToken = (remotes: RemoteInstances) =>
  mutation(forgetToken, async (context, { params: { id } }) => {
    await requireRemote(context.queries, id)
    context.onCommit(() => remotes.forget(id))
  })

function toRemote(remote: StoredRemote, remotes: RemoteInstances, pulls: readonly StoredPull[]): Remote {
  const own = pulls.filter(({ remoteId }) => remoteId === remote.id)
  return {
    ...remote,
    hasToken: remotes.hasToken(remote.id),
    pulls: own.map(({ remoteId: _id, ...pull }) => pull),
  }
}

async function requireFreeName(queries: Queries, name: string): Promise<void> {
  if (await findRemoteByName(queries, name))
    throw new AppError('NameExistsError', `A remote with the name ${name} already exists.`)
}
