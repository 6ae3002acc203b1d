import type { FeatureCode } from '../../../../../src-shared/clients/schemas/code-references.ts'
import { blameLines } from '../../../../code-references/blame-lines.ts'
import { groupRows } from '../../../../store/group-rows.ts'
import type { PlacedReference } from './code-scans.ts'
import { toPlace } from './describe-project-code.ts'

/** Each file is a process of git. */
const MAX_FILES = 10
const MAX_PLACES = 100

/** Adds the authors of lines, where git knows them. Only the first places and files are looked at. */
export async function blamePlaces(references: readonly PlacedReference[]): Promise<FeatureCode['places']> {
  const shown = references.slice(0, MAX_PLACES)
  const byFile = [...groupRows(shown, ({ folder, file }) => JSON.stringify([folder, file]))]
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
