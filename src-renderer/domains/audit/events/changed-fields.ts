import { ownValue } from '#shared/own-value.ts'

type Data = Record<string, unknown> | null

/** The fields that differ between before and after, with both values; one that is missing is undefined. */
export function changedFields(
  before: Data,
  after: Data,
): { field: string; before: unknown; after: unknown }[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return fields
    .map((field) => ({
      field,
      before: ownValue(before ?? {}, field),
      after: ownValue(after ?? {}, field),
    }))
    .filter((one) => JSON.stringify(one.before) !== JSON.stringify(one.after))
}
