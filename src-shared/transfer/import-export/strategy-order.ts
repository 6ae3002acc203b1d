interface Exported {
  id?: string | null | undefined
  sortOrder?: number | null | undefined
}

/** Id that begins with the time of its making. */
const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/

/** Checks whether an export says in which order strategies of one flag are evaluated. */
export const hasOrder = (strategies: readonly Exported[]): boolean =>
  strategies.length < 2 || strategies.some(({ sortOrder }) => sortOrder != null)

/**
 * Sorts exported strategies of one flag as they are evaluated. Exports of other services do not say it: there, strategies are
 * sorted by their age where their ids tell it, and stay as they are where they do not.
 */
export function inEvaluationOrder<S extends Exported>(strategies: readonly S[]): S[] {
  if (!hasOrder(strategies) && strategies.every(({ id }) => id != null && ULID.test(id)))
    return strategies.toSorted((a, b) => ((a.id ?? '') < (b.id ?? '') ? -1 : 1))
  return strategies.toSorted((a, b) => (a.sortOrder ?? 0) - (b.sortOrder ?? 0))
}
