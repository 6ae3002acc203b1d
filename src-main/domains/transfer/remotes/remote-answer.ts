import type { Remote } from '#shared/transfer/schemas/remote.ts'
import { AppError } from '#kernel/app-error.ts'
import type { Queries } from '#store/queries.ts'
import type { RemoteInstances } from './remote-instances.ts'
import { findRemoteByName, type StoredPull, type StoredRemote } from './remotes.store.ts'

/** Shows a remote instance, and whether its token is held in memory. */
export function toRemote(
  remote: StoredRemote,
  remotes: RemoteInstances,
  pulls: readonly StoredPull[],
): Remote {
  const own = pulls.filter(({ remoteId }) => remoteId === remote.id)
  return {
    ...shown(remote, remotes),
    hasToken: remotes.hasToken(remote.id),
    pulls: own.map(({ remoteId: _id, ...pull }) => pull),
  }
}

/** Shows a remote without the secrets of its connection, also for the event log. */
export const shown = (
  remote: StoredRemote,
  { connections }: RemoteInstances,
): Omit<Remote, 'hasToken' | 'pulls'> => ({
  ...remote,
  connection: connections.facts(remote.connection ?? undefined),
})

/** Throws 409 where another remote has the name. */
export async function requireFreeName(queries: Queries, name: string): Promise<void> {
  if (await findRemoteByName(queries, name))
    throw new AppError('NameExistsError', `A remote with the name ${name} already exists.`)
}
