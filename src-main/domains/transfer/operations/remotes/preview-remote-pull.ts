import { previewRemotePull as preview } from '#shared/transfer/contract/remotes.ts'
import { openConflicts } from '#shared/transfer/remotes/index.ts'
import type { RemotePullPreview } from '#shared/transfer/schemas/remote-pull.ts'
import { AppError } from '#kernel/app-error.ts'
import { preparedDryRun } from '#kernel/use-case.ts'
import { applyPull } from '../../records/remotes/apply-pull.ts'
import { createMissing, findMissing } from '../../records/remotes/missing-dependencies.ts'
import { readPull, withKept } from '../../records/remotes/pull.ts'
import type { RemoteInstances } from '../../records/remotes/remote-instances.ts'
import { preparePull } from '../../records/remotes/prepare-pull.ts'

/** Previews a pull. The pull is made, with conflicts left as they are here, and rolled back. */
export const previewRemotePull = ({ remotes }: { remotes: RemoteInstances }) =>
  preparedDryRun(
    preview,
    preparePull(remotes),
    async (context, { body }, { remote, theirs }): Promise<RemotePullPreview> => {
      const missing = await findMissing(context.queries, body, theirs)
      const pulled = await readPull(context.queries, { remote, theirs, pull: body })
      let kept: string[] = []
      const blockers = await blockersOf(async () => {
        await createMissing(context, { missing, pull: body, theirs })
        kept = await applyPull(context, { pull: body, theirs, pulled })
      })
      const { flags, notes } = withKept(pulled, kept)
      return {
        fingerprint: pulled.fingerprint,
        lastPulledAt: pulled.lastPulledAt,
        missing,
        blockers,
        notes,
        flags: flags.map(({ flag, deed, differences }) => ({ flag, deed, differences })),
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
