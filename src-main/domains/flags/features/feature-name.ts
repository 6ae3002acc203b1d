import { detail } from '#shared/errors/error-table.ts'
import { fitsNaming } from '#shared/expressions/index.ts'
import { AppError } from '#kernel/app-error.ts'
import type { Queries } from '#store/queries.ts'
import type { ActiveProject } from '#domains/projects/projects/projects.store.ts'
import { findFeatures } from './features.store.ts'

/**
 * A name no flag has, archived ones included, that fits the project's pattern
 * (docs/contract/projects.md#naming-violated,
 * docs/contract/flags.md#name-taken).
 */
export async function requireFreeName(
  queries: Queries,
  name: string,
  naming: ActiveProject['featureNaming'],
): Promise<void> {
  await requireFreeNames(queries, [name], naming)
}

/** The same for several names, each of which is to be given once. */
export async function requireFreeNames(
  queries: Queries,
  names: readonly string[],
  naming: ActiveProject['featureNaming'],
): Promise<void> {
  for (const name of names) requireFittingName(name, naming)
  const [existing] = await findFeatures(queries, names)
  if (existing) throw nameTaken(existing)
  if (new Set(names).size < names.length) throw nameTaken({ archivedAt: null })
}

function nameTaken(existing: { archivedAt: string | null }): AppError {
  const article = existing.archivedAt === null ? 'A flag' : 'An archived flag'
  return new AppError('NameExistsError', `${article} with that name already exists`)
}

function requireFittingName(name: string, naming: ActiveProject['featureNaming']): void {
  if (!naming?.pattern) return
  const verdict = fitsNaming(naming.pattern, name)
  if (verdict === 'fits') return
  if (verdict === 'unusable') throw unusablePattern(naming.pattern)
  const example = naming.example ? ` Here's an example of a name that does match: "${naming.example}".` : ''
  throw new AppError(
    'PatternError',
    `The feature flag name "${name}" does not match the project's naming pattern: "${naming.pattern}".${example}`,
    { details: [detail('The flag name does not match the pattern.', '/body/name')] },
  )
}

/** Patterns of former versions were not checked as today's are. */
function unusablePattern(pattern: string): AppError {
  return new AppError(
    'PatternError',
    `The name can not be checked: the project's naming pattern "${pattern}" is not an expression in the syntax of RE2, ` +
      'or is too complex. Change the pattern in the settings of the project.',
    { details: [detail("The project's naming pattern can not be used.", '/body/name')] },
  )
}
