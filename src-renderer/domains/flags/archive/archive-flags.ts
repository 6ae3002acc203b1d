import { api } from '#lib/api.ts'
import { counted } from '#ui/figures.ts'
import { attempt } from '#lib/attempt.ts'
import { changeOrRequest, type RequestPlace } from '#pages/changes/change-requests/request-change.ts'

/** "checkout", "3 flags" */
export function namesInWords(names: readonly string[]): string {
  return names.length === 1 ? (names[0] ?? '') : counted(names.length, 'flag')
}

/**
 * Archives flags, and offers Undo. `ask`: where it is asked for instead; where it was
 * refused, that has been said.
 */
export async function archiveFlags(
  projectId: string,
  features: readonly string[],
  ask?: RequestPlace,
): Promise<'done' | 'requested' | 'refused'> {
  const words = namesInWords(features)
  return changeOrRequest({
    ask,
    changes: features.map((feature) => ({ action: 'archiveFeature', feature })),
    refused: `Couldn't archive ${words}`,
    work: () => api.archiveFeatures.mutate({ params: { projectId }, body: { features: [...features] } }),
    done: `${words} archived`,
  })
}

/** Revives flags; they come back disabled in every environment. */
export async function reviveFlags(projectId: string, features: readonly string[]): Promise<void> {
  const words = namesInWords(features)
  await attempt(
    `Couldn't revive ${words}`,
    () => api.reviveFeatures.mutate({ params: { projectId }, body: { features: [...features] } }),
    `${words} revived, disabled in every environment`,
  )
}
