import type { ContextField, LegalValue } from '#shared/flags/schemas/context-field.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { changeContextField } from './change-context-field.ts'

/**
 * Adds a legal value, or gives one that is there another description (recorded exchange
 * context-fields/legal-value-add).
 */
export async function putLegalValue(
  context: MutationContext,
  before: ContextField,
  value: LegalValue,
): Promise<void> {
  const isThere = before.legalValues.some((one) => one.value === value.value)
  const legalValues = isThere
    ? before.legalValues.map((one) => (one.value === value.value ? value : one))
    : [...before.legalValues, value]
  await changeContextField(context, before, { legalValues })
}

/**
 * Takes a legal value off; one that is not there changes nothing (recorded exchange
 * context-fields/legal-value-delete).
 */
export async function removeLegalValue(
  context: MutationContext,
  before: ContextField,
  value: string,
): Promise<void> {
  const legalValues = before.legalValues.filter((one) => one.value !== value)
  if (legalValues.length < before.legalValues.length)
    await changeContextField(context, before, { legalValues })
}
