import { api } from '../../lib/api.ts'
import { counted } from '../../lib/counted.ts'
import { notifyDone, notifyRefused, notifyUndoable } from '../../lib/notify.ts'
import { refreshAfter } from '../../lib/queries.ts'

/** "checkout", "3 flags" */
export function namesInWords(names: readonly string[]): string {
  return names.length === 1 ? (names[0] ?? '') : counted(names.length, 'flag')
}

/** Archives flags, and offers to take it back; false: it was refused, and that has been said. */
export async function archiveFlags(projectId: string, features: readonly string[]): Promise<boolean> {
  const words = namesInWords(features)
  try {
    await api.archive.archive.mutate({ params: { projectId }, body: { features: [...features] } })
  } catch (error) {
    notifyRefused(`${words} could not be archived`, error)
    return false
  }
  refresh(projectId, features)
  notifyUndoable(`${words} archived`, () => void reviveFlags(projectId, features))
  return true
}

/** Revives flags; they come back disabled in every environment. */
export async function reviveFlags(projectId: string, features: readonly string[]): Promise<void> {
  const words = namesInWords(features)
  try {
    await api.archive.revive.mutate({ params: { projectId }, body: { features: [...features] } })
    refresh(projectId, features)
    notifyDone(`${words} revived, disabled in every environment`)
  } catch (error) {
    notifyRefused(`${words} could not be revived`, error)
  }
}

function refresh(project: string, features: readonly string[]): void {
  for (const featureName of features) refreshAfter({ type: 'feature-archived', project, featureName })
}
