import type { RemotePull } from '../../../../../src-shared/transfer/schemas/remote-pull.ts'
import type { QueryContext } from '../../../../kernel/use-case.ts'
import { fetchTheirs, type Theirs } from './fetch-theirs.ts'
import type { RemoteInstances } from './remote-instances.ts'
import { requireRemote, type StoredRemote } from './remotes.store.ts'

interface Prepared {
  remote: StoredRemote
  theirs: Theirs
}

interface Asked {
  params: { id: number }
  body: RemotePull
}

/** The remote is asked before the transaction: nothing of ours waits for it. */
export const askRemote =
  (remotes: RemoteInstances) =>
  async ({ queries }: QueryContext, { params: { id }, body }: Asked): Promise<Prepared> => {
    const remote = await requireRemote(queries, id)
    const theirs = await fetchTheirs(remotes.clientOf(remote, body), body.from)
    remotes.hold(remote, body)
    return { remote, theirs }
  }
