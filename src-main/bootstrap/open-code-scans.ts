import { findCodeFile } from '../code-references/allowed-folder.ts'
import { CodeScanner } from '../code-references/code-scanner.ts'
import { readCodeFolders } from '../domains/clients/records/code-references/code-folders.store.ts'
import { CodeScans, type CodeServices } from '../domains/clients/records/code-references/code-scans.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Queries } from '../store/queries.ts'
import type { BackendOptions } from './backend.ts'

/** Makes the service that scans the code of projects. The desktop's own roots count where the settings name none. */
export function openCodeScans(
  { config, codeScanFile, usualCodeRoots = [] }: BackendOptions,
  clock: Clock,
): CodeServices & { codeScanner: CodeScanner } {
  const codeScanner = new CodeScanner({ workerFile: codeScanFile })
  const roots = config.settingSources.get('codeRoots') === 'none' ? usualCodeRoots : config.codeRoots
  return { codeScanner, codeScans: new CodeScans({ scanner: codeScanner, roots, now: () => clock.now() }) }
}

/** File as places in code name it. */
export interface CodeFilePlace {
  projectId: string
  folder: string
  file: string
}

/** Makes the function that finds a file of a project's code. Only what is below a folder that may be read now is found. */
export const codeFileFinder =
  (queries: Queries, { codeScans }: CodeServices) =>
  async ({ projectId, folder, file }: CodeFilePlace): Promise<string | undefined> => {
    const folders = await readCodeFolders(queries, projectId)
    const choices = await Promise.all(folders.map((one) => codeScans.choose(one)))
    return choices.some(({ path }) => path === folder) ? findCodeFile(folder, file) : undefined
  }
