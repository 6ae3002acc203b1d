import {
  previewRemotePull as preview,
  pullRemote as pull,
} from '../../../../../src-shared/contract/remotes.ts'
import { openConflicts } from '../../../../../src-shared/remotes/index.ts'
import type {
  RemotePull,
  RemotePullPreview,
  RemotePullResult,
} from '../../../../../src-shared/schemas/remote-pull.ts'
import { AppError } from '../../../../kernel/app-error.ts'
import { preparedMutation, preparedTrial, type QueryContext } from '../../../../kernel/use-case.ts'
import type { Queries } from '../../../../store/queries.ts'
import type { AccessDirectory } from '../../../access/records/access/access-directory.ts'
import { applyPull } from '../../records/remotes/apply-pull.ts'
import { createMissing, findMissing, refuseMissing } from '../../records/remotes/missing.ts'
import { readPull, type Pull } from '../../records/remotes/pull.ts'
import { fetchTheirs, type Theirs } from '../../records/remotes/fetch-theirs.ts'
import type { RemoteInstances } from '../../records/remotes/remote-instances.ts'
import { requireRemote, saveBase, type StoredRemote } from '../../records/remotes/remotes.store.ts'

interface Prepared {
  remote: StoredRemote
  theirs: Theirs
}

interface Asked {
  params: { id: number }
  body: RemotePull
}

/** The remote is asked before the transaction: nothing of ours waits for it. */
const askRemote =
  (remotes: RemoteInstances) =>
  async ({ queries }: QueryContext, { params: { id }, body }: Asked): Promise<Prepared> => {
    const remote = await requireRemote(queries, id)
    const theirs = await fetchTheirs(remotes.clientOf(remote, body), body.from)
    remotes.hold(remote, body)
    return { remote, theirs }
  }

/** What a pull would do: it is done, conflicts left as they are here, and taken back. */
export const previewRemotePull = (remotes: RemoteInstances, access: AccessDirectory) =>
  preparedTrial(
    preview,
    askRemote(remotes),
    async (context, { body }, { remote, theirs }): Promise<RemotePullPreview> => {
      const missing = await findMissing(context.queries, body, theirs)
      const pulled = await readPull(context.queries, { remote, theirs, pull: body })
      const blockers = await blockersOf(async () => {
        await createMissing(context, access, { missing, pull: body, theirs })
        await applyPull(context, { pull: body, theirs, pulled })
      })
      return {
        fingerprint: pulled.fingerprint,
        lastPulledAt: pulled.lastPulledAt,
        missing,
        blockers,
        flags: pulled.flags.map(({ flag, deed, differences }) => ({ flag, deed, differences })),
        alike: pulled.alike,
        conflicts: openConflicts(pulled.flags).length,
      }
    },
  )

/** Takes over what the remote has become, in one transaction with what the next pull goes by: all of it, or nothing. */
export const pullRemote = (remotes: RemoteInstances, access: AccessDirectory) =>
  preparedMutation(
    pull,
    askRemote(remotes),
    async (context, { body }, { remote, theirs }): Promise<RemotePullResult> => {
      const { queries, now } = context
      await requireUnmoved(queries, remote)
      const missing = await findMissing(queries, body, theirs)
      if (body.createMissing) await createMissing(context, access, { missing, pull: body, theirs })
      else refuseMissing(missing, body)
      const pulled = await readPull(queries, { remote, theirs, pull: body })
      requireAsPreviewed(pulled, body)
      requireDecided(pulled)
      await applyPull(context, { pull: body, theirs, pulled })
      await saveBase(queries, remote.id, body, { base: theirs.states, pulledAt: now.toISOString() })
      const result = resultOf(pulled)
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

function resultOf({ flags, alike }: Pull): RemotePullResult {
  const named = (deed: string) => flags.filter((one) => one.deed === deed).map(({ flag }) => flag)
  return {
    created: named('create'),
    revived: named('revive'),
    changed: named('change'),
    archived: named('archive'),
    left: named('leave'),
    alike,
  }
}

/** The reasons for which a rule of ours refuses it; what is no refusal goes on. */
async function blockersOf(work: () => Promise<void>): Promise<string[]> {
  try {
    await work()
    return []
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return error.details.map(({ message }) => message)
    throw error
  }
}
