import { ownValue } from '../../../src-shared/own-value.ts'
type Data = Record<string, unknown> | null

/** The fields that differ between before and after, each value as short JSON; a missing one is a dash. */
export function changedFields(before: Data, after: Data): { field: string; before: string; after: string }[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return fields
    .map((field) => ({
      field,
      before: show(ownValue(before ?? {}, field)),
      after: show(ownValue(after ?? {}, field)),
    }))
    .filter((one) => one.before !== one.after)
}

const show = (value: unknown) =>
  value === undefined ? '–' : typeof value === 'string' ? value : JSON.stringify(value)
