import type { FeatureCode } from '#shared/clients/schemas/code-references.ts'
import { blameLines } from '#main/code-references/blame-lines.ts'
import { OneAtATime } from '#runtime/one-at-a-time.ts'
import { groupRows } from '#store/group-rows.ts'
import type { CodeScan, PlacedReference } from './code-scans.ts'
import { toPlace } from './describe-project-code.ts'

/** Each file is a process of git. */
const MAX_FILES = 10
const MAX_PLACES = 100

type Places = FeatureCode['places']

/**
 * Authors of lines, where git knows them. They are kept as long as their scan, and git runs for one flag at a time: reading a
 * flag again costs nothing, and many readers start no more processes than one.
 */
export class LineAuthors {
  readonly #known = new WeakMap<CodeScan, Map<string, Promise<Places>>>()
  readonly #turns = new OneAtATime()

  /** Places of a flag in a scan. Only the first files have authors. */
  placesOf(scan: CodeScan, flag: string): Promise<Places> {
    const ofScan = this.#known.get(scan) ?? new Map<string, Promise<Places>>()
    this.#known.set(scan, ofScan)
    const known = ofScan.get(flag)
    if (known) return known
    const references = scan.references.filter((one) => one.flag === flag).slice(0, MAX_PLACES)
    if (references.length === 0) return Promise.resolve([])
    const places = this.#turns.run(() => blame(references))
    ofScan.set(flag, places)
    return places
  }
}

async function blame(references: readonly PlacedReference[]): Promise<Places> {
  const byFile = [...groupRows(references, ({ folder, file }) => JSON.stringify([folder, file]))]
  const places = await Promise.all(
    byFile.map(async ([, own], at) => {
      const [first] = own
      const authors =
        first && at < MAX_FILES ? await blameLines(first.folder, first.file, own) : new Map<never, never>()
      return own.map((one) => ({ ...toPlace(one), blame: authors.get(one.line) ?? null }))
    }),
  )
  return places.flat()
}
