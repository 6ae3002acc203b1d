import type { ProposedChange } from '#shared/changes/schemas/blast-radius.ts'
import type { RequestedChange } from '#shared/changes/schemas/requested-change.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { archiveFlags } from '#domains/flags/features/archive-flags.ts'
import { requireActiveFeature } from '#domains/flags/features/features.store.ts'
import { relocated } from '#kernel/app-error.ts'
import type { StoredChangeRequest } from '../change-requests/change-request.ts'
import { kindOf } from '../change-kinds/change-kinds.ts'
import { placeOf } from '../change-requests/conflicts.ts'
import { examineChange } from '../change-requests/examine-change.ts'

interface ChangeScope {
  project: string
  /** Absent: the changes affect no single environment. */
  environment: string | undefined
}

/** Actions that affect one environment. All others affect every environment. */
const IN_ENVIRONMENT: ReadonlySet<ProposedChange['action']> = new Set([
  'updateEnabled',
  'addStrategy',
  'updateStrategy',
  'deleteStrategy',
  'reorderStrategy',
  'patchVariant',
  'setDefaultStrategy',
])

export const needsEnvironment = ({ action }: ProposedChange) => IN_ENVIRONMENT.has(action)

/**
 * Makes changes one after the other by their operations, whoever the caller is. The caller rolls everything
 * back. Flags to be archived are archived together, as in a list: children go with their parents.
 */
export async function performChanges(
  context: MutationContext,
  { project, environment = '' }: ChangeScope,
  changes: readonly RequestedChange[],
): Promise<void> {
  const trying: MutationContext = { ...context, demand: () => undefined }
  for (const [index, change] of changes.entries())
    if (change.action !== 'archiveFeature')
      await performChange(trying, { project, environment }, change, `/body/changes/${index}`)
  const archived = changes.flatMap(({ action, feature }) => (action === 'archiveFeature' ? feature : []))
  const flags = archived.map((name) => requireActiveFeature(context.visible, project, name))
  await archiveFlags(trying, await Promise.all(flags))
}

/**
 * Performs a change as its change request would, to preview the result. Rejects what could not be requested. `at`
 * is the path of the change in the body.
 */
async function performChange(
  context: MutationContext,
  place: Pick<StoredChangeRequest, 'project' | 'environment'>,
  change: RequestedChange,
  at: string,
): Promise<void> {
  await examineChange(context, place, change, at)
  try {
    await kindOf(change).apply(context, placeOf(place, change.feature), change)
  } catch (error) {
    throw relocated(error, `${at}/payload`)
  }
}
