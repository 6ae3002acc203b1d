import { api } from '../../../lib/api.ts'
import { counted } from '../../../lib/figures.ts'
import { notifyDone, notifyRefused, notifyUndoable } from '../../../lib/notify.ts'
import { changeOrRequest, type RequestPlace } from '../../changes/change-requests/request-change.ts'

/** "checkout", "3 flags" */
export function namesInWords(names: readonly string[]): string {
  return names.length === 1 ? (names[0] ?? '') : counted(names.length, 'flag')
}

/**
 * Archives flags, and offers to take it back. `ask`: where it is asked for instead; where it was
 * refused, that has been said.
 */
export async function archiveFlags(
  projectId: string,
  features: readonly string[],
  ask?: RequestPlace,
): Promise<'done' | 'requested' | 'refused'> {
  const words = namesInWords(features)
  const outcome = await changeOrRequest({
    ask,
    changes: features.map((feature) => ({ action: 'archiveFeature', feature })),
    refused: `Couldn't archive ${words}`,
    work: () => api.archiveFeatures.mutate({ params: { projectId }, body: { features: [...features] } }),
  })
  if (outcome === 'done') {
    notifyUndoable(`${words} archived`, () => void reviveFlags(projectId, features))
  }
  return outcome
}

/** Revives flags; they come back disabled in every environment. */
export async function reviveFlags(projectId: string, features: readonly string[]): Promise<void> {
  const words = namesInWords(features)
  try {
    await api.reviveFeatures.mutate({ params: { projectId }, body: { features: [...features] } })
    notifyDone(`${words} revived, disabled in every environment`)
  } catch (error) {
    notifyRefused(`Couldn't revive ${words}`, error)
  }
}
