import { environmentNames } from '#domains/access/access/places.read-model.ts'
import { listProjects } from '#domains/projects/projects/projects.read-model.ts'
import type { JudgedCalls } from '#domains/versions/upgrade-report/judged-calls.ts'
import { reportOf } from '#domains/versions/upgrade-report/report.ts'
import { AppError } from '#kernel/app-error.ts'
import { mutation, preparedDryRun, preparedMutation, query } from '#kernel/use-case.ts'
import * as contract from '#shared/transfer/contract/remotes.ts'
import { compatibilityWith } from '#shared/transfer/remotes/compatibility.ts'
import type { RemotePull, RemotePullPreview, RemotePullResult } from '#shared/transfer/schemas/remote-pull.ts'
import type { RemoteCheck } from '#shared/transfer/schemas/remote.ts'
import type { Queries } from '#store/queries.ts'
import { applyPull } from '../remotes/apply-pull.ts'
import { preparePull } from '../remotes/fetch-remote-data.ts'
import { inspectRemote } from '../remotes/inspect-remote.ts'
import { createMissing, findMissing, refuseMissing } from '../remotes/missing-dependencies.ts'
import { flagsOf, openConflicts, readPull, toMergedFlag, withKept, type Pull } from '../remotes/pull.ts'
import { requireFreeName, shown, toRemote } from '../remotes/remote-answer.ts'
import type { RemoteInstances } from '../remotes/remote-instances.ts'
import {
  deletePulls,
  deleteRemoteRow,
  insertRemote,
  readPulls,
  readRemotes,
  requireRemote,
  saveBase,
  updateRemoteRow,
  type StoredRemote,
} from '../remotes/remotes.store.ts'

export const getRemotes = ({ remotes }: { remotes: RemoteInstances }) =>
  query(contract.getRemotes, async ({ visible }) => {
    const pulls = await readPulls(visible)
    return { remotes: (await readRemotes(visible)).map((remote) => toRemote(remote, remotes, pulls)) }
  })

export const createRemote = ({ remotes }: { remotes: RemoteInstances }) =>
  mutation(contract.createRemote, async (context, { body: { name, url, connection: change } }) => {
    await requireFreeName(context.everything, name)
    const connection = remotes.connections.change(undefined, change) ?? null
    const createdAt = context.now.toISOString()
    const remote = await insertRemote(context.everything, { name, url, createdAt, connection })
    context.record({ type: 'remote-created', data: { ...shown(remote, remotes) } })
    return toRemote(remote, remotes, [])
  })

export const updateRemote = ({ remotes }: { remotes: RemoteInstances }) =>
  mutation(contract.updateRemote, async (context, { params: { id }, body }) => {
    const { everything } = context
    const before = await requireRemote(everything, id)
    if (body.name !== before.name) await requireFreeName(everything, body.name)
    const { name, url, connection: change } = body
    // a client certificate says who one is, to the address alone that it was chosen for
    const isElsewhere = new URL(url).origin !== new URL(before.url).origin
    const sealed = remotes.connections.change(before.connection ?? undefined, change, isElsewhere)
    const after = { ...before, name, url, connection: sealed ?? null }
    await updateRemoteRow(everything, after)
    context.record({
      type: 'remote-updated',
      data: { ...shown(after, remotes) },
      preData: { ...shown(before, remotes) },
    })
    if (after.url === before.url) return toRemote(after, remotes, await readPulls(everything))
    // never send the token of one instance to another
    context.onCommit(() => remotes.forget(id))
    await deletePulls(everything, id)
    return { ...toRemote(after, remotes, []), hasToken: false }
  })

export const deleteRemote = ({ remotes }: { remotes: RemoteInstances }) =>
  mutation(contract.deleteRemote, async (context, { params: { id } }) => {
    const remote = await requireRemote(context.everything, id)
    await deleteRemoteRow(context.everything, id)
    context.record({ type: 'remote-deleted', preData: { ...shown(remote, remotes) } })
    context.onCommit(() => remotes.forget(id))
  })

/** Forgets a token that is held in memory; nothing stored changes, so there is no event. */
export const forgetRemoteToken = ({ remotes }: { remotes: RemoteInstances }) =>
  mutation(contract.forgetRemoteToken, async (context, { params: { id } }) => {
    await requireRemote(context.everything, id)
    context.onCommit(() => remotes.forget(id))
  })

/**
 * Checks whether a remote can be reached, its version and edition, and the incompatibilities with this
 * instance. It sends requests and may store the token, so it is a mutation.
 */
export const checkRemote = ({
  remotes,
  judgedCalls,
}: {
  remotes: RemoteInstances
  judgedCalls: JudgedCalls
}) =>
  preparedMutation(
    contract.checkRemote,
    async ({ visible }, { params: { id }, body }) => {
      const remote = await requireRemote(visible, id)
      return { remote, found: await inspectRemote(remotes.clientOf(remote, body)) }
    },
    async (context, { body }, { remote, found }): Promise<RemoteCheck> => {
      const { everything, now } = context
      if (found.problem === null) context.onCommit(() => remotes.hold(remote, body))
      const projects = await listProjects(everything, now, { archived: false, user: undefined })
      const ids = new Set(projects.map((project) => project.id))
      const environments = new Set(await environmentNames(everything))
      return {
        ...found,
        url: remote.url,
        projects: found.projects?.map((one) => ({ ...one, isHere: ids.has(one.id) })) ?? null,
        environments:
          found.environments?.map((one) => ({ ...one, isHere: environments.has(one.name) })) ?? null,
        compatibility: found.version === null ? null : judge(found.version, judgedCalls),
      }
    },
  )

type Compatibility = NonNullable<RemoteCheck['compatibility']>

function judge(version: string, judgedCalls: JudgedCalls): Compatibility {
  const { isNewer, operations, changes } = compatibilityWith(version)
  return {
    isNewer,
    operations,
    changes: changes.map(({ id, version: since, kind, title, detail }) => ({
      id,
      version: since,
      kind,
      title,
      detail: detail ?? null,
    })),
    calls: callsConcerned(version, judgedCalls),
  }
}

const CONCERNED: readonly string[] = ['removed', 'refused', 'property removed']

/**
 * Lists the calls made here that the remote's version would not accept as they are. The version that this
 * instance answers as does not matter.
 */
function callsConcerned(version: string, judgedCalls: JudgedCalls): Compatibility['calls'] {
  const { calls } = reportOf(judgedCalls.all(), { from: '0.0.0', to: version })
  return calls.flatMap(({ id, call, verdict, isCertain, version: since, callers, count }) =>
    since !== null && CONCERNED.includes(verdict)
      ? [{ id, call, verdict, isCertain, version: since, callers: callers.length, count }]
      : [],
  )
}

/** Previews a pull. The pull is made, with conflicts left as they are here, and rolled back. */
export const previewRemotePull = ({ remotes }: { remotes: RemoteInstances }) =>
  preparedDryRun(
    contract.previewRemotePull,
    preparePull(remotes),
    async (context, { body }, { remote, theirs }): Promise<RemotePullPreview> => {
      const missing = await findMissing(context.everything, body, theirs)
      const pulled = await readPull(context.everything, { remote, theirs, pull: body })
      let kept: string[] = []
      const blockers = await blockersOf(async () => {
        await createMissing(context, { missing, line: body, theirs })
        kept = await applyPull(context, { line: body, theirs, pulled })
      })
      const { flags, notes } = withKept(pulled, kept)
      return {
        fingerprint: pulled.fingerprint,
        lastPulledAt: pulled.lastPulledAt,
        missing,
        blockers,
        notes,
        flags: flags.map(toMergedFlag),
        alike: pulled.alike,
        conflicts: openConflicts(flags).length,
      }
    },
  )

/** Collects the errors of rules that block a pull. Other errors are thrown on. */
async function blockersOf(work: () => Promise<void>): Promise<string[]> {
  try {
    await work()
    return []
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return error.details.map(({ message }) => message)
    throw error
  }
}

/** Takes over what the remote has become, in one transaction with what the next pull goes by: all of it, or nothing. */
export const pullRemote = ({ remotes }: { remotes: RemoteInstances }) =>
  preparedMutation(
    contract.pullRemote,
    preparePull(remotes),
    async (context, { body }, { remote, theirs }): Promise<RemotePullResult> => {
      const { everything, now } = context
      await requireUnmoved(everything, remote)
      const missing = await findMissing(everything, body, theirs)
      if (body.createMissing) await createMissing(context, { missing, line: body, theirs })
      else refuseMissing(missing, body)
      const pulled = await readPull(everything, { remote, theirs, pull: body })
      requireAsPreviewed(pulled, body)
      requireDecided(pulled)
      const kept = await applyPull(context, { line: body, theirs, pulled })
      await saveBase(everything, remote.id, body, { base: theirs.flags, pulledAt: now.toISOString() })
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
  return {
    created: flagsOf(flags, 'create'),
    revived: flagsOf(flags, 'revive'),
    changed: flagsOf(flags, 'change'),
    archived: flagsOf(flags, 'archive'),
    left: flagsOf(flags, 'leave'),
    notes,
    alike,
  }
}
