import { pullRemote as pull } from '#shared/transfer/contract/remotes.ts'
import { openConflicts } from '#shared/transfer/remotes/index.ts'
import type { RemotePull, RemotePullResult } from '#shared/transfer/schemas/remote-pull.ts'
import { AppError } from '#kernel/app-error.ts'
import { preparedMutation } from '#kernel/use-case.ts'
import type { Queries } from '#store/queries.ts'
import { applyPull } from '../../records/remotes/apply-pull.ts'
import { createMissing, findMissing, refuseMissing } from '../../records/remotes/missing-dependencies.ts'
import { readPull, withKept, type Pull } from '../../records/remotes/pull.ts'
import type { RemoteInstances } from '../../records/remotes/remote-instances.ts'
import { requireRemote, saveBase, type StoredRemote } from '../../records/remotes/remotes.store.ts'
import { preparePull } from '../../records/remotes/prepare-pull.ts'

/** Takes over what the remote has become, in one transaction with what the next pull goes by: all of it, or nothing. */
export const pullRemote = ({ remotes }: { remotes: RemoteInstances }) =>
  preparedMutation(
    pull,
    preparePull(remotes),
    async (context, { body }, { remote, theirs }): Promise<RemotePullResult> => {
      const { queries, now } = context
      await requireUnmoved(queries, remote)
      const missing = await findMissing(queries, body, theirs)
      if (body.createMissing) await createMissing(context, { missing, pull: body, theirs })
      else refuseMissing(missing, body)
      const pulled = await readPull(queries, { remote, theirs, pull: body })
      requireAsPreviewed(pulled, body)
      requireDecided(pulled)
      const kept = await applyPull(context, { pull: body, theirs, pulled })
      await saveBase(queries, remote.id, body, { base: theirs.states, pulledAt: now.toISOString() })
      const result = resultOf(withKept(pulled, kept))
      const { project, environment, from } = body
      const data = { name: remote.name, url: remote.url, from, ...result }
      context.record({ type: 'remote-pulled', project, environment, data })
      return result
    },
  )

/** While it was asked, the remote may have become another instance, or been forgotten. */
async function requireUnmoved(queries: Queries, asked: StoredRemote): Promise<void> {
  const { url } = await requireRemote(queries, asked.id)
  if (url !== asked.url)
    throw new AppError('ConflictError', 'The remote has another URL by now. Look at it again.')
}

/** A person decides on what they saw: when it is something else by now, they see that first. */
function requireAsPreviewed({ fingerprint }: Pull, pull: RemotePull): void {
  if (pull.fingerprint === undefined || pull.fingerprint === fingerprint) return
  throw new AppError('ConflictError', 'The flags have changed since the preview. Look at it again.')
}

function requireDecided({ flags }: Pull): void {
  const open = openConflicts(flags)
  if (open.length === 0) return
  const names = open.map(({ flag, property }) => `${flag} (${property})`).join(', ')
  throw new AppError(
    'ConflictError',
    `Both sides have changed: say for each whether to take mine or theirs. ${names}`,
    { extra: { conflicts: open } },
  )
}

function resultOf({ flags, alike, notes }: ReturnType<typeof withKept>): RemotePullResult {
  const named = (deed: string) => flags.filter((one) => one.deed === deed).map(({ flag }) => flag)
  return {
    created: named('create'),
    revived: named('revive'),
    changed: named('change'),
    archived: named('archive'),
    left: named('leave'),
    notes,
    alike,
  }
}
