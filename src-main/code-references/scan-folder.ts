import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import path from 'node:path'

import { findReferences, type CodeReference } from '#shared/clients/code-references/find-references.ts'
import { callsOf, languageOf } from '#shared/clients/code-references/languages.ts'
import { walkFiles } from './walk-files.ts'

/** Larger files are data, or were made by a program. */
const MAX_FILE_BYTES = 1_000_000
const MAX_REFERENCES = 100_000
/** A file that became a link or a pipe since its folder was listed is not read. Windows knows neither of the flags. */
const READ_FILE = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** Result of a file that was read before, for as long as the file stays as it was. */
export interface KnownFile {
  mtimeMs: number
  size: number
  references: CodeReference[]
}

export interface Scan {
  references: CodeReference[]
  files: number
  /** Files that were read; the others are as they were. */
  read: number
  known: Map<string, KnownFile>
  /** True if there were more references than are kept. */
  isCut: boolean
}

interface Options {
  flags: ReadonlySet<string>
  /** Calls of one's own, beside those of the SDKs. */
  calls: readonly string[]
  /** Results of an earlier scan with the same flags and calls; absent: none are kept. */
  known?: ReadonlyMap<string, KnownFile> | undefined
  maxFiles?: number
  maxReferences?: number
}

/** Finds the flags that the code of a folder uses. */
export function scanFolder(
  root: string,
  { flags, calls, known, maxFiles = Infinity, maxReferences = MAX_REFERENCES }: Options,
): Scan {
  const references: CodeReference[] = []
  const now = new Map<string, KnownFile>()
  const ownCalls = new Map<string, ReadonlySet<string>>()
  const buffer = Buffer.allocUnsafe(MAX_FILE_BYTES)
  let files = 0
  let read = 0
  let isCut = false
  for (const file of walkFiles(root, (name) => languageOf(name) !== undefined)) {
    const language = languageOf(file)
    if (language === undefined) continue
    if (files === maxFiles) {
      isCut = true
      break
    }
    const languageCalls = ownCalls.get(language) ?? callsOf(language, calls)
    ownCalls.set(language, languageCalls)
    files += 1
    const found = withFile(path.join(root, file), (fd) => {
      const stats = fstatSync(fd)
      if (!stats.isFile()) return undefined
      const { mtimeMs, size } = stats
      const before = known?.get(file)
      if (before?.mtimeMs === mtimeMs && before.size === size) return before
      if (size > MAX_FILE_BYTES) return { mtimeMs, size, references: [] }
      read += 1
      const bytes = buffer.subarray(0, readSync(fd, buffer, 0, size, 0))
      // names of flags are ASCII: a byte for each character is read fastest
      const one = findReferences(file, bytes.toString('latin1'), { calls: languageCalls, flags })
      return {
        mtimeMs,
        size,
        references: one.map((reference) => ({ ...reference, text: asUtf8(reference.text) })),
      }
    })
    if (!found) continue
    if (known) now.set(file, found)
    for (const reference of found.references)
      if (references.length < maxReferences) references.push(reference)
      else isCut = true
  }
  return { references, files, read, known: now, isCut }
}

const asUtf8 = (text: string) => Buffer.from(text, 'latin1').toString('utf8')

/** Opens a file for reading; undefined: it is gone, or may not be read. */
function withFile<T>(file: string, use: (fd: number) => T | undefined): T | undefined {
  let fd: number
  try {
    fd = openSync(file, READ_FILE)
  } catch {
    return undefined
  }
  try {
    return use(fd)
  } finally {
    closeSync(fd)
  }
}
