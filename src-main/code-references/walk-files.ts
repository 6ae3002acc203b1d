import { readdirSync, readFileSync, statSync, type Dirent } from 'node:fs'
import path from 'node:path'

import ignore, { type Ignore } from 'ignore'

/** Rules of a .gitignore file, for what is below its folder. */
interface Rules {
  /** Length of the folder's path with a slash at its end. */
  from: number
  rules: Ignore
}

/** Never read, whatever .gitignore says: what was installed or built is no code of one's own. */
const SKIPPED = new Set(['.git', '.hg', '.svn', 'node_modules', 'vendor', '__pycache__', '.venv', 'Pods'])

/** A longer .gitignore was made to be slow: it excludes nothing. */
const MAX_RULES_BYTES = 100_000

/** Yields the files of a folder that .gitignore files do not exclude, with slashes and relative to it. Follows no links. */
export function* walkFiles(root: string, wanted: (name: string) => boolean): Generator<string> {
  yield* walk(root, '', [], wanted)
}

function* walk(
  root: string,
  folder: string,
  above: readonly Rules[],
  wanted: (name: string) => boolean,
): Generator<string> {
  const entries = entriesOf(path.join(root, folder))
  const own = entries.some((one) => one.name === '.gitignore' && one.isFile())
    ? rulesOf(root, folder)
    : undefined
  const rules = own ? [...above, own] : above
  for (const entry of entries) {
    const name = folder + entry.name
    if (entry.isDirectory()) {
      if (!SKIPPED.has(entry.name) && !isIgnored(`${name}/`, rules))
        yield* walk(root, `${name}/`, rules, wanted)
    } else if (entry.isFile() && wanted(entry.name) && !isIgnored(name, rules)) yield name
  }
}

/** The rules nearest to a file count first, as in git: they may take it back in. */
function isIgnored(name: string, rules: readonly Rules[]): boolean {
  for (const { from, rules: one } of rules.toReversed()) {
    const { ignored, unignored } = one.test(name.slice(from))
    if (ignored) return true
    if (unignored) return false
  }
  return false
}

function rulesOf(root: string, folder: string): Rules | undefined {
  try {
    const file = path.join(root, folder, '.gitignore')
    if (statSync(file).size > MAX_RULES_BYTES) return undefined
    const text = readFileSync(file, 'utf8')
    return { from: folder.length, rules: ignore().add(text) }
  } catch {
    return undefined // not to be read: nothing is excluded
  }
}

/** Entries of a folder, by name; a folder that may not be read has none. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    return []
  }
}
