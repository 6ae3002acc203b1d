import type { z } from 'zod'

import { ownValue } from '../own-value.ts'
import { detail, type ErrorDetail } from './error-table.ts'

/**
 * Message of every validation error. The details name the problems (recorded exchanges authentication/* and
 * flags/*).
 */
export const VALIDATION_MESSAGE =
  'Request validation failed: your request body or params contain invalid data. Refer to the `details` list for more information.'

/** The part of a request that a schema was applied to: the first segment of every path. */
export type RequestPart = 'params' | 'query' | 'headers' | 'body'

type Issue = z.core.$ZodIssue

/** Finding of a schema in a part of a request. The issue must carry its input (`reportInput`). */
export interface SchemaIssue {
  part: RequestPart
  issue: Issue
}

/**
 * Says in the words that clients of the service know what a schema found, one detail per issue.
 * The issues must carry their input (`reportInput`). Source: recorded exchanges authentication/* and api-tokens/* and
 * flags/* and strategies/*, 201.
 */
export function validationDetails(part: RequestPart, issues: readonly Issue[]): ErrorDetail[] {
  return issues.flatMap((issue) => describe(part, issue))
}

function describe(part: RequestPart, issue: Issue): ErrorDetail[] {
  const path = `/${[part, ...issue.path].join('/')}`
  const sent = `You sent ${quote(issue.input)}.`
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) {
        return [
          detail(`The \`${path}\` property is required. It was not present on the data you sent.`, path),
        ]
      }
      return [detail(`The \`${path}\` property must be ${wantedType(issue)}. ${sent}`, path)]
    case 'invalid_value': {
      if (issue.input === undefined) {
        return [
          detail(`The \`${path}\` property is required. It was not present on the data you sent.`, path),
        ]
      }
      const last = String(issue.path.at(-1) ?? part)
      const allowed = issue.values.map((value) => quote(value)).join(', ')
      return [
        detail(
          `The \`${last}\` property must be equal to one of the allowed values: ${allowed}. You provided ${quote(issue.input)}, ` +
            'which is not valid. Please use one of the allowed values instead..',
          path,
        ),
      ]
    }
    case 'too_small':
      return [
        detail(
          `The \`${path}\` property must ${bound(issue.origin, 'fewer', '>=', issue.minimum)}. ${sent}`,
          path,
        ),
      ]
    case 'too_big':
      return [
        detail(
          `The \`${path}\` property must ${bound(issue.origin, 'more', '<=', issue.maximum)}. ${sent}`,
          path,
        ),
      ]
    case 'invalid_format':
      return [detail(formatMessage(path, issue, sent), path)]
    case 'unrecognized_keys':
      return issue.keys.map((key) =>
        detail(
          `The \`${path}\` property must NOT have additional properties. You sent "${key}".`,
          `${path}/${key}`,
        ),
      )
    case 'invalid_union':
      return describeUnion(part, issue, path, sent)
    case 'invalid_element':
    case 'invalid_key':
      return issue.issues.flatMap((inner) =>
        describe(part, { ...inner, path: [...issue.path, ...inner.path] }),
      )
    case 'not_multiple_of':
      return [detail(`The \`${path}\` property must be a multiple of ${issue.divisor}. ${sent}`, path)]
    case 'custom':
      return [detail(issue.message, path)]
  }
}

/** A union says what its nearest option missed: the one that got furthest into the value. */
function describeUnion(
  part: RequestPart,
  issue: Extract<Issue, { code: 'invalid_union' }>,
  path: string,
  sent: string,
): ErrorDetail[] {
  if (issue.input === undefined) {
    return [detail(`The \`${path}\` property is required. It was not present on the data you sent.`, path)]
  }
  const depth = (issues: readonly Issue[]) => Math.max(0, ...issues.map((inner) => inner.path.length))
  const nearest = [...issue.errors].sort((a, b) => depth(b) - depth(a))[0]
  if (!nearest || depth(nearest) === 0) {
    const types = issue.errors.flatMap((option) =>
      option.flatMap((i) => (i.code === 'invalid_type' ? [jsonType(i.expected)] : [])),
    )
    const wanted = types.length > 0 ? `must be ${[...new Set(types)].join(' or ')}` : 'is not valid'
    return [detail(`The \`${path}\` property ${wanted}. ${sent}`, path)]
  }
  return nearest.flatMap((inner) => describe(part, { ...inner, path: [...issue.path, ...inner.path] }))
}

function bound(origin: string, word: 'fewer' | 'more', sign: string, limit: number | bigint): string {
  if (origin === 'string') return `NOT have ${word} than ${limit} characters`
  if (origin === 'record') return `NOT have ${word} than ${limit} properties`
  if (origin === 'array' || origin === 'set') return `NOT have ${word} than ${limit} items`
  return `be ${sign} ${limit}`
}

function formatMessage(
  path: string,
  issue: Extract<Issue, { code: 'invalid_format' }>,
  sent: string,
): string {
  if (issue.format === 'regex')
    return `The \`${path}\` property must match pattern "${unwrap(issue.pattern)}". ${sent}`
  const name = issue.format === 'datetime' ? 'date-time' : issue.format
  return `The \`${path}\` property must match format "${name}". ${sent}`
}

const unwrap = (pattern: string | undefined) => (pattern ?? '').replace(/^\/|\/[a-z]*$/g, '')

/** `Integer` (schemas/scalars.ts) says so itself. */
const wantedType = (issue: Extract<Issue, { code: 'invalid_type' }>) =>
  issue.message === 'integer' ? issue.message : jsonType(issue.expected)

/** zod's words for types, in those of JSON schema. */
function jsonType(expected: string): string {
  const names: Record<string, string> = { int: 'integer', record: 'object', map: 'object', set: 'array' }
  return ownValue(names, expected) ?? expected
}

/** The value as sent, shortened: it goes into a message. */
function quote(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
