import { push } from 'svelte-spa-router'

/** Properties of a dialog about a flag. */
export interface FlagDialogProps {
  projectId: string
  featureName: string
  open: boolean
}

/** Says where a clone has no strategies because the caller may not create any. */
export const leftOutWords = (name: string, environments: readonly string[]): string =>
  `${name} has no strategies in ${environments.join(', ')}: you need "Create activation strategies" there`

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
