import path from 'node:path'

import type { QueryContext } from '#kernel/use-case.ts'

/**
 * Chooses what a caller sees of code folders: whoever may set them sees their paths on the machine that runs Halyard, others
 * only the name of the folder. Folders of one name are numbered.
 */
export function shownFolders(
  { may }: Pick<QueryContext, 'may'>,
  project: string,
  folders: readonly string[],
): (folder: string) => string {
  if (may({ anyOf: ['UPDATE_PROJECT'], project }).allowed) return (folder) => folder
  const names = folders.map((folder) => path.basename(folder) || 'folder')
  const shown = new Map(
    folders.map((folder, at) => {
      const name = names[at] ?? ''
      const before = names.slice(0, at).filter((one) => one === name).length
      return [folder, before === 0 ? name : `${name} (${before + 1})`] as const
    }),
  )
  // a folder of an earlier scan
  return (folder) => shown.get(folder) ?? path.basename(folder)
}
