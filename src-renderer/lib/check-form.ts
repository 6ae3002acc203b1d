import type { z } from 'zod'

import { validationDetails } from '#shared/errors/validation.ts'
import { errorAtField } from './field-words.ts'

/**
 * Validates a form with the server's own schema. Returns messages by field, the same before sending as after.
 */
export function checkForm(schema: z.ZodType, values: unknown): Record<string, string> {
  const result = schema.safeParse(values, { reportInput: true })
  if (result.success) return {}
  const details = validationDetails('body', result.error.issues)
  return Object.fromEntries(
    details.map(({ path = '', message }) => [path.replace(/^\/body\/?/, ''), errorAtField(message)]),
  )
}
