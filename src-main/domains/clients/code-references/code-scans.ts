import type { CodeReference } from '#shared/clients/code-references/find-references.ts'
import { chooseFolder, type FolderChoice } from '#main/code-references/allowed-folder.ts'
import { ScanFailed, type CodeScanner } from '#main/code-references/code-scanner.ts'
import { BoundedCache } from '#runtime/bounded-cache.ts'

/** Bounds of what is kept in memory, over all projects. */
const MAX_PROJECTS = 100
const MAX_KEPT_REFERENCES = 100_000

/** Reference, with the folder whose file it is in. */
export interface PlacedReference extends CodeReference {
  folder: string
}

/** Result of the last scan of a project. */
export interface CodeScan {
  /** Folders of the project at the time. */
  folders: readonly string[]
  scannedAt: string
  files: number
  isCut: boolean
  problem: string | null
  references: readonly PlacedReference[]
}

interface Dependencies {
  scanner: Pick<CodeScanner, 'scan'>
  /** Folders of the machine below which code may be read. */
  roots: readonly string[]
  now: () => Date
}

/** Scans of the code of projects. Results stay in memory: a scan brings them again (ADR 56). */
export class CodeScans {
  readonly #sources: Dependencies
  readonly #running = new Map<string, Promise<CodeScan>>()
  readonly #latest = new BoundedCache<CodeScan>({
    maxEntries: MAX_PROJECTS,
    maxSize: MAX_KEPT_REFERENCES,
    sizeOf: ({ references }) => references.length,
  })

  constructor(sources: Dependencies) {
    this.#sources = sources
  }

  /** Checks whether a folder may be read, now. */
  choose(folder: string): Promise<FolderChoice> {
    return chooseFolder(folder, this.#sources.roots)
  }

  /** The last scan of a project, if its folders are still the same. */
  latest(project: string, folders: readonly string[]): CodeScan | undefined {
    const found = this.#latest.get(project)
    return found && sameList(found.folders, folders) ? found : undefined
  }

  /** Scans the folders of a project. Requests at the same time share a scan. */
  async scan(project: string, folders: readonly string[], flags: readonly string[]): Promise<CodeScan> {
    const key = JSON.stringify([project, folders])
    const running = this.#running.get(key)
    if (running) return running
    const scan = this.#scan(project, folders, flags).finally(() => this.#running.delete(key))
    this.#running.set(key, scan)
    const result = await scan
    this.#latest.set(project, result)
    return result
  }

  async #scan(project: string, folders: readonly string[], flags: readonly string[]): Promise<CodeScan> {
    const { scanner, now } = this.#sources
    // a folder may have become a link to somewhere else, or the setting another one
    const choices = await Promise.all(folders.map((folder) => this.choose(folder)))
    const allowed = choices.flatMap((one) => one.path ?? [])
    const shared = { folders, scannedAt: now().toISOString() }
    try {
      const scans =
        allowed.length === 0 ? [] : await scanner.scan({ project, folders: [...new Set(allowed)], flags })
      return {
        ...shared,
        files: scans.reduce((sum, { files }) => sum + files, 0),
        isCut: scans.some(({ isCut }) => isCut),
        problem: null,
        references: scans.flatMap(({ folder, references }) => references.map((one) => ({ ...one, folder }))),
      }
    } catch (error) {
      if (!(error instanceof ScanFailed)) throw error
      return { ...shared, files: 0, isCut: false, problem: error.message, references: [] }
    }
  }
}

const sameList = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((one, at) => one === b[at])
