import { readCodeFolders } from '#domains/clients/code-references/code-folders.store.ts'
import type { CodeScans } from '#domains/clients/code-references/code-scans.ts'
import type { Queries } from '#store/queries.ts'
import { findCodeFile, type CodeFilePlace } from '../code-references/allowed-folder.ts'

/** Makes the function that finds a file of a project's code. Only what is below a folder that may be read now is found. */
export const findCodeFileOf =
  (queries: Queries, { codeScans }: { codeScans: CodeScans }) =>
  async ({ projectId, folder, file }: CodeFilePlace): Promise<string | undefined> => {
    const folders = await readCodeFolders(queries, projectId)
    const choices = await Promise.all(folders.map((one) => codeScans.choose(one)))
    return choices.some(({ path }) => path === folder) ? findCodeFile(folder, file) : undefined
  }
