import { realpath, stat } from 'node:fs/promises'
import path from 'node:path'

import { languageOf } from '#shared/clients/code-references/languages.ts'

/** Folder that may be read, by its real path, or why it may not. */
export type FolderChoice = { path: string; problem: null } | { path: null; problem: string }

const problem = (text: string): FolderChoice => ({ path: null, problem: text })
const NO_FOLDER = 'There is no such folder on the machine that runs Halyard.'

/** Checks whether a path is a folder or below it. Both are absolute and without links. */
export function isInside(folder: string, file: string): boolean {
  const relative = path.relative(folder, file)
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative)
}

/**
 * Finds a folder that may be read: it is below one of the roots, as it is written and as it really is. Nothing outside of them
 * is looked at, so that an answer does not tell what is there.
 */
export async function chooseFolder(folder: string, roots: readonly string[]): Promise<FolderChoice> {
  if (roots.length === 0)
    return problem('Halyard may read no folder of its machine. The setting codeRoots allows some.')
  if (!path.isAbsolute(folder) || folder.includes('\0')) return problem('Enter the whole path of a folder.')
  const real = (await Promise.all(roots.map(realOf))).filter((one) => one !== undefined)
  const written = path.resolve(folder)
  const outside = problem('Halyard may read only folders below those of the setting codeRoots.')
  if (![...roots, ...real].some((root) => isInside(root, written))) return outside
  const found = await realOf(written)
  if (found === undefined) return problem(NO_FOLDER)
  if (!real.some((root) => isInside(root, found))) return outside
  const isFolder = await stat(found).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
  return isFolder ? { path: found, problem: null } : problem(NO_FOLDER)
}

/** File as places in code name it. */
export interface CodeFilePlace {
  projectId: string
  folder: string
  file: string
}

/** Finds a file with code below a folder, by its real path; undefined: there is none, or it lies elsewhere. */
export async function findCodeFile(folder: string, file: string): Promise<string | undefined> {
  if (languageOf(file) === undefined || file.includes('\0')) return undefined
  const [root, found] = await Promise.all([realOf(folder), realOf(path.join(folder, file))])
  if (root === undefined || found === undefined || !isInside(root, found)) return undefined
  // a link may lead to a file of another kind
  if (languageOf(found) === undefined) return undefined
  const stats = await stat(found).catch(() => undefined)
  return stats?.isFile() === true ? found : undefined
}

const realOf = (file: string) => realpath(file).catch(() => undefined)
