import { push } from 'svelte-spa-router'

/** Properties of a dialog about a flag. */
export interface FlagDialogProps {
  projectId: string
  featureName: string
  open: boolean
}

/** Saves a new flag of a project, closes its dialog, and opens the page of the flag. */
export async function openSaved(
  projectId: string,
  save: () => Promise<{ name: string }>,
  close: () => void,
): Promise<void> {
  const { name } = await save()
  close()
  await push(`/projects/${projectId}/features/${name}`)
}
