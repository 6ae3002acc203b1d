import { badData } from '../../kernel/app-error.ts'

/** More than any sender means; less than what whoever walks through it could not bear. */
export const MOST_LEVELS = 200

/** Throws 400 for JSON that is nested deeper than anything here could read. */
export function requireShallow(payload: unknown): void {
  let level = [payload]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MOST_LEVELS)
      throw badData(`The payload must not be nested more than ${MOST_LEVELS} levels deep.`, '/body')
    level = level.flatMap((value): unknown[] =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    )
  }
}
