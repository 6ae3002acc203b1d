import { Parts, type Path } from '../../../../../src-shared/audit/undo/index.ts'
import { groupRows } from '../../../../store/group-rows.ts'
import type { Queries } from '../../../../store/queries.ts'
import { ownValue } from '../../../../../src-shared/own-value.ts'
import { addFlagParts } from './flag-parts.read-model.ts'
import { PLACE_READERS } from './place-parts.read-model.ts'
import { VOCABULARY_READERS } from './vocabulary-parts.read-model.ts'

const READERS = { ...PLACE_READERS, ...VOCABULARY_READERS }

/** Reads all parts of flags, segments, projects and the like, as they are now. What is not there has none. */
export async function readNow(queries: Queries, owners: readonly Path[]): Promise<Parts> {
  const parts = new Parts()
  for (const [kind, paths] of groupRows(owners, ([first = '']) => first)) {
    const names = [...new Set(paths.map(([, name = '']) => name))]
    if (kind === 'flag') await addFlagParts(queries, names, parts)
    else await ownValue(READERS, kind)?.(queries, names, parts)
  }
  return parts
}

/** Reads everything but flags, as it is now. */
export async function readAllButFlags(queries: Queries): Promise<Parts> {
  const parts = new Parts()
  for (const add of new Set(Object.values(READERS))) await add(queries, undefined, parts)
  return parts
}
