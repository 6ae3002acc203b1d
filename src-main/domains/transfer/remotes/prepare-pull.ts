import type { RemotePull } from '#shared/transfer/schemas/remote-pull.ts'
import type { QueryContext } from '#kernel/use-case.ts'
import { fetchRemoteData, type RemoteData } from './fetch-remote-data.ts'
import type { RemoteInstances } from './remote-instances.ts'
import { requireRemote, type StoredRemote } from './remotes.store.ts'

interface PreparedPull {
  remote: StoredRemote
  theirs: RemoteData
}

interface PullRequest {
  params: { id: number }
  body: RemotePull
}

/** Fetches the data of a pull before the transaction, so that no write waits for the remote. */
export const preparePull =
  (remotes: RemoteInstances) =>
  async ({ queries }: QueryContext, { params: { id }, body }: PullRequest): Promise<PreparedPull> => {
    const remote = await requireRemote(queries, id)
    const theirs = await fetchRemoteData(remotes.clientOf(remote, body), body.from)
    remotes.hold(remote, body)
    return { remote, theirs }
  }
