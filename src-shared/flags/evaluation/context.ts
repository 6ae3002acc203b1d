import { ownValue } from '../../own-value.ts'
import type { EvaluationContext } from './model.ts'

/** Reads a field of the context as text: a root field first, else a property. */
export function contextValue(context: EvaluationContext, field: string): string | undefined {
  const value = own(context, field) ?? own(context.properties, field)
  return value === undefined || value === null ? undefined : textOf(value)
}

/** A value of a context as text, as the operators compare it. */
export function textOf(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value
    case 'number':
    case 'boolean':
    case 'bigint':
      return String(value)
    default:
      return JSON.stringify(value) ?? ''
  }
}

/** A field may be called `constructor`: only what the context itself holds counts. */
const own = (fields: Readonly<Record<string, unknown>> | undefined, field: string): unknown =>
  fields && ownValue(fields, field)
