import { findCodeFile, type CodeFilePlace } from '../code-references/allowed-folder.ts'
import { CodeScanner } from '../code-references/code-scanner.ts'
import { readCodeFolders } from '#domains/clients/code-references/code-folders.store.ts'
import { CodeScans } from '#domains/clients/code-references/code-scans.ts'
import type { CodeServices } from '#domains/clients/code-references/code-services.ts'
import { LineAuthors } from '#domains/clients/code-references/line-authors.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Queries } from '#store/queries.ts'
import type { BackendOptions } from './backend.ts'
import { isOpenToOthers } from './service-outbound.ts'

/** Makes the service that scans the code of projects. */
export function openCodeScans(
  options: Pick<BackendOptions, 'config' | 'codeScanFile' | 'usualCodeRoots'>,
  clock: Clock,
): CodeServices & { codeScanner: CodeScanner } {
  const codeScanner = new CodeScanner({ workerFile: options.codeScanFile })
  const codeScans = new CodeScans({ scanner: codeScanner, roots: rootsOf(options), now: () => clock.now() })
  return { codeScanner, codeScans, lineAuthors: new LineAuthors() }
}

/**
 * Folders below which code may be read. The desktop's own count where the settings name none, and nobody else can come: to
 * others, the home folder of the person at the window is not to be opened by default.
 */
export function rootsOf({
  config,
  usualCodeRoots = [],
}: Pick<BackendOptions, 'config' | 'usualCodeRoots'>): readonly string[] {
  if (config.settingSources.get('codeRoots') !== 'none') return config.codeRoots
  return isOpenToOthers(config) ? [] : usualCodeRoots
}

/** Makes the function that finds a file of a project's code. Only what is below a folder that may be read now is found. */
export const codeFileFinder =
  (queries: Queries, { codeScans }: CodeServices) =>
  async ({ projectId, folder, file }: CodeFilePlace): Promise<string | undefined> => {
    const folders = await readCodeFolders(queries, projectId)
    const choices = await Promise.all(folders.map((one) => codeScans.choose(one)))
    return choices.some(({ path }) => path === folder) ? findCodeFile(folder, file) : undefined
  }
