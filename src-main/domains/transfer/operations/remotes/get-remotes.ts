import { getRemotes as list } from '#shared/transfer/contract/remotes.ts'
import { query } from '#kernel/use-case.ts'
import type { RemoteInstances } from '../../records/remotes/remote-instances.ts'
import { readPulls, readRemotes } from '../../records/remotes/remotes.store.ts'
import { toRemote } from '../../records/remotes/remote-answer.ts'

export const getRemotes = ({ remotes }: { remotes: RemoteInstances }) =>
  query(list, async ({ queries }) => {
    const pulls = await readPulls(queries)
    return { remotes: (await readRemotes(queries)).map((remote) => toRemote(remote, remotes, pulls)) }
  })
