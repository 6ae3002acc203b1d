import type { StoredTagType } from '../../../src-shared/schemas/tag.ts'
import { AppError, badData, notFound } from '../../kernel/app-error.ts'
import type { Queries } from '../../store/queries.ts'
import { findTagType } from './tags.store.ts'

/** The type of a name; else 404 (exchanges 266, 287). */
export async function requireTagType(queries: Queries, name: string): Promise<StoredTagType> {
  const type = await findTagType(queries, name)
  if (!type) throw notFound('Could not find tag-type')
  return type
}

/** The type of a tag that was sent; else 400 (exchange 279; the 500 of exchange 270 is not copied). */
export async function requireTypeOfTag(queries: Queries, type: string): Promise<void> {
  if (!(await findTagType(queries, type))) throw badData(`Tag type '${type}' does not exist`, '/body/type')
}

/** A name that no type has (exchanges 259, 264). */
export async function requireFreeTypeName(queries: Queries, name: string): Promise<void> {
  if (await findTagType(queries, name))
    throw new AppError('NameExistsError', `There already exists a tag-type with the name ${name}`)
}
