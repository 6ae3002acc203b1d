import type { Feature } from '#shared/flags/schemas/feature.ts'
import { userIdOf } from '#kernel/caller.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { environmentsOfProject, type ActiveProject } from '#domains/projects/projects/projects.store.ts'

import { restartStages } from './stages.store.ts'
import { toFeature, type StoredFeature } from './feature.ts'
import { requireRoom } from './feature-limit.ts'
import { requireFreeName } from './feature-name.ts'
import { insertFeatures } from './features.store.ts'

interface Draft {
  name: string
  type?: Feature['type'] | null | undefined
  description?: string | null | undefined
  impressionData?: boolean | null | undefined
  tags?: { type: string; value: string }[]
}

/** Puts a new flag into a project that has room; it is off in every environment (docs/contract/flags.md#flags). */
export async function createFlag(
  context: MutationContext,
  project: ActiveProject,
  draft: Draft,
): Promise<StoredFeature> {
  await requireFreeName(context.everything, draft.name, project.featureNaming)
  await requireRoom(context, project)
  return addFlag(context, project, draft)
}

/** The same for who has made sure of room and name. Tags are told of, not attached. */
export async function addFlag(
  context: MutationContext,
  project: ActiveProject,
  draft: Draft,
): Promise<StoredFeature> {
  const feature = toNewFlag(context, project, draft)
  await addFlags(context, project, [feature], draft.tags)
  return feature
}

/** A draft as a flag that is not stored yet. */
export function toNewFlag(
  { now, caller, restored }: MutationContext,
  project: ActiveProject,
  { name, type, description, impressionData }: Draft,
): StoredFeature {
  return {
    name,
    project: project.id,
    type: type ?? 'release',
    description: description ?? null,
    stale: false,
    impressionData: impressionData ?? false,
    createdAt: restored?.createdAt ?? now.toISOString(),
    createdByUserId: restored?.createdByUserId ?? userIdOf(caller.actor),
    archivedAt: null,
    lastSeenAt: null,
  }
}

/** Stores new flags of a project, made at the same time. Their names are free. */
export async function addFlags(
  context: MutationContext,
  project: ActiveProject,
  features: readonly StoredFeature[],
  tags: Draft['tags'] = [],
): Promise<void> {
  const { everything } = context
  const [first] = features
  if (!first) return
  await insertFeatures(everything, features, await environmentsOfProject(everything, project.id))
  await restartStages(
    everything,
    features.map(({ name }) => name),
    first.createdAt,
  )
  for (const feature of features)
    context.record({
      type: 'feature-created',
      project: project.id,
      featureName: feature.name,
      data: { ...toFeature(feature) },
      ...(tags.length > 0 ? { tags } : {}),
    })
}
