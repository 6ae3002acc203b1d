import type { ContextField, UpdateContextField } from '#shared/flags/schemas/context-field.ts'

type Content = Pick<ContextField, 'description' | 'stickiness' | 'sortOrder' | 'legalValues'>

/** Fills in defaults for missing fields. If a legal value was sent twice, the last one wins. */
export function withDefaults({
  description,
  stickiness,
  sortOrder,
  legalValues,
}: UpdateContextField): Content {
  const byValue = new Map((legalValues ?? []).map((one) => [one.value, one]))
  return {
    description: description ?? null,
    stickiness: stickiness ?? false,
    sortOrder: sortOrder ?? 0,
    legalValues: [...byValue.values()],
  }
}
