import { z } from 'zod'
import { Content, Line, MANY, PathPart } from './bounded.ts'

/**
 * Text, or a scalar written as text: the service has always taken `{"name": 5}` (recorded exchanges
 * flags/invalid-name-number-type and strategies/rollout-as-number).
 */
export const CoercedText = z
  .union([Content, z.number(), z.boolean()])
  .transform((value) => String(value))
  .meta({ description: 'Text; numbers and booleans are taken as their text.' })

/** ISO-8601 UTC with milliseconds, as every response carries it (docs/contract/http.md#dates). */
export const Instant = z.iso
  .datetime({ precision: 3 })
  .meta({ description: 'ISO-8601, UTC, with milliseconds.' })

/** A hundred digits of a second are none that a clock has. */
const MAX_INSTANT = 64

/** An instant as clients send it: any offset, any precision; normalised. */
export const InstantInput = z.iso
  .datetime({ offset: true })
  .max(MAX_INSTANT)
  .transform((text) => new Date(text).toISOString())

/** The last millisecond with a year of four digits. */
const LAST_EPOCH = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** An instant, or milliseconds since 1970, as SDKs of all ages send it. */
export const InstantOrEpoch = z.union([InstantInput, z.number().min(0).max(LAST_EPOCH)])

const URL_FRIENDLY = /^[a-zA-Z0-9_.~-]+$/

/**
 * A name that is part of a URL: `^[a-zA-Z0-9_.~-]+$`, `min` to `max` characters, not `.` or `..`.
 * The messages are those that clients know (recorded exchanges flags/*).
 */
export function urlFriendlyName(label: string, { min = 1, max = 100 } = {}) {
  return CoercedText.superRefine((value, context) => {
    const issue = problemOf(label, value, { min, max })
    if (issue) context.addIssue({ code: 'custom', message: issue, input: value })
  }).meta({ description: `URL friendly, at most ${max} characters.` })
}

function problemOf(
  label: string,
  value: string,
  { min, max }: { min: number; max: number },
): string | undefined {
  if (value === '') return `"${label}" is not allowed to be empty.`
  if (!URL_FRIENDLY.test(value) || value === '.' || value === '..')
    return `"${label}" must be URL friendly. You provided "${value}".`
  if (value.length < min)
    return `"${label}" length must be at least ${min} characters long. You provided "${value}".`
  if (value.length > max)
    return `"${label}" length must be less than or equal to ${max} characters long. You provided "${value}".`
  return undefined
}

/** A whole number in a path; the message is recorded exchange segments/get-non-number's. */
export function integerParam(name: string) {
  return PathPart.superRefine((text, context) => {
    if (/^-?\d{1,15}$/.test(text)) return
    const message = `The \`/params/${name}\` property must be integer. You sent ${JSON.stringify(text)}.`
    context.addIssue({ code: 'custom', message, input: text })
  }).transform(Number)
}

/** A boolean of a query string: `true` or `false`. */
export const QueryBoolean = z.enum(['true', 'false']).transform((value) => value === 'true')

/** A whole number of a query string. */
export const QueryInteger = Line.regex(/^-?\d+$/).transform(Number)

/** The order of a list by time: oldest first, or newest first. */
export const SortOrder = z.enum(['asc', 'desc'])

/**
 * A whole number that is asked for as such also of who sends no number at all (recorded exchange
 * environments/sort-order-with-bad-value); zod alone says "number".
 */
export const Integer = z.int({ error: 'integer' })

/** One value or several of a repeated query parameter (`project=a&project=b`, `project[]=a`). */
export const QueryList = z.union([Line.transform((value) => [value]), z.array(Line).max(MANY)])
