/** Evaluations of a flag in one hour, as an application reports them. */
export interface FlagReport {
  readonly featureName: string
  readonly appName: string
  readonly environment: string
  /** First instant of the hour. */
  readonly hour: string
  readonly yes: number
  readonly no: number
  readonly variants: Readonly<Record<string, number>> | null | undefined
}

/** Origin of counts: they are only summed with others of the same one. */
export interface Source {
  readonly appName: string
  readonly environment: string
  readonly hour: string
  /** Token, or person, that reported. */
  readonly reporter: string
  /** Projects of the token. */
  readonly projects: readonly string[]
  /** Token and header of the report, as overrides name them. */
  readonly audiences: readonly string[]
  /** Minute in which the counts were reported, since 1970. */
  readonly minute: number
  /** Keys of its flags, by name. Making a text of source and name for each count takes longer than counting. */
  readonly keys: Map<string, SumKey>
}

/** Identity of a flag of a source. */
export interface SumKey {
  readonly featureName: string
}

/** Finds the key of a flag. */
export function keyOf({ keys }: Source, featureName: string): SumKey {
  let key = keys.get(featureName)
  if (!key) keys.set(featureName, (key = { featureName }))
  return key
}

/** Counts of a flag that wait to be written. */
export interface Sum {
  readonly source: Source
  readonly featureName: string
  yes: number
  no: number
  variants: Map<string, number> | undefined
  /** Instant of the last report. */
  at: number
  /** Rows it takes up in memory; those of merged sums are counted twice. */
  rows: number
}

export const emptySum = (source: Source, featureName: string): Sum => ({
  source,
  featureName,
  yes: 0,
  no: 0,
  variants: undefined,
  at: 0,
  rows: 1,
})

/** Adds without ever leaving the numbers that are exact. */
const total = (a: number, b: number) => Math.min(Number.MAX_SAFE_INTEGER, a + b)

/** Adds a report; returns the number of rows that it adds. */
export function addToSum(sum: Sum, { yes, no, variants }: FlagReport, at: number): number {
  const before = sum.rows
  sum.yes = total(sum.yes, yes)
  sum.no = total(sum.no, no)
  sum.at = Math.max(sum.at, at)
  if (variants) for (const [variant, count] of Object.entries(variants)) addVariant(sum, variant, count)
  return sum.rows - before
}

function addVariant(sum: Sum, variant: string, count: number): void {
  sum.variants ??= new Map()
  const known = sum.variants.get(variant)
  if (known === undefined) sum.rows++
  sum.variants.set(variant, total(known ?? 0, count))
}

/** Adds sums of the same flag and source. */
export function mergeSums(older: Sum, newer: Sum): Sum {
  const merged = { ...older, variants: older.variants && new Map(older.variants) }
  merged.yes = total(older.yes, newer.yes)
  merged.no = total(older.no, newer.no)
  merged.at = Math.max(older.at, newer.at)
  for (const [variant, count] of newer.variants ?? []) addVariant(merged, variant, count)
  merged.rows = older.rows + newer.rows
  return merged
}
