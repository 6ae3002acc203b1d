import type { ProposedChange } from '#shared/changes/schemas/blast-radius.ts'
import type { RequestedChange } from '#shared/changes/schemas/requested-change.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { performChange } from '../change-requests/perform-change.ts'
import { archiveFlags } from '#domains/flags/features/archive-flags.ts'
import { requireActiveFeature } from '#domains/flags/features/features.store.ts'

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
