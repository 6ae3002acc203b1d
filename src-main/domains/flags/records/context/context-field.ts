import type {
  ContextField,
  UpdateContextField,
} from '../../../../../src-shared/flags/schemas/context-field.ts'

type Content = Pick<ContextField, 'description' | 'stickiness' | 'sortOrder' | 'legalValues'>

/** What was not sent has its default; of a legal value that was sent twice the last counts. */
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
