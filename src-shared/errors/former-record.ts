import type { z } from 'zod'

import type { SchemaIssue } from './validation.ts'

type Issue = z.core.$ZodIssue

/** Problem of a request, as versions before 5 reported it (document, "Errors", 2). */
export interface FormerProblem {
  keyword: string
  /** Place of the problem, in JavaScript notation: `.body.variants[0].name`. */
  dataPath: string
  schemaPath: string
  params: Record<string, unknown>
  message: string
}

/** Body of a validation error, before version 5. */
export interface FormerErrorRecord {
  error: string
  validation: FormerProblem[]
}

/**
 * Formats schema findings as versions before 5 did. `schemaId` is the name of the body's schema in the
 * OpenAPI document; undefined: it has no name.
 */
export function formerErrorRecord(findings: readonly SchemaIssue[], schemaId?: string): FormerErrorRecord {
  return {
    error: 'Request validation failed',
    validation: findings.flatMap(({ part, issue }) => {
      const root = part === 'body' && schemaId !== undefined ? `#/components/schemas/${schemaId}` : '#'
      return problemsOf(issue).map(({ keyword, params, message, at = issue.path }) => ({
        keyword,
        dataPath: dataPathOf(part, at),
        schemaPath: `${root}${schemaPathOf(at)}/${keyword}`,
        params,
        message,
      }))
    }),
  }
}

type Problem = Pick<FormerProblem, 'keyword' | 'params' | 'message'> & { at?: readonly PropertyKey[] }

function problemsOf(issue: Issue): Problem[] {
  if (issue.input === undefined && issue.path.length > 0) return [missing(issue.path)]
  switch (issue.code) {
    case 'invalid_type':
      return [typed(wantedType(issue))]
    case 'invalid_value':
      return [
        {
          keyword: 'enum',
          params: { allowedValues: issue.values },
          message: 'should be equal to one of the allowed values',
        },
      ]
    case 'too_small':
      return [bounded(issue.origin, 'min', Number(issue.minimum))]
    case 'too_big':
      return [bounded(issue.origin, 'max', Number(issue.maximum))]
    case 'invalid_format':
      return [formatted(issue)]
    case 'unrecognized_keys':
      return issue.keys.map((additionalProperty) => ({
        keyword: 'additionalProperties',
        params: { additionalProperty },
        message: 'should NOT have additional properties',
      }))
    case 'invalid_union':
      return [{ keyword: 'anyOf', params: {}, message: 'should match some schema in anyOf' }]
    case 'not_multiple_of':
      return [
        {
          keyword: 'multipleOf',
          params: { multipleOf: issue.divisor },
          message: `should be multiple of ${issue.divisor}`,
        },
      ]
    case 'invalid_element':
    case 'invalid_key':
      return issue.issues.flatMap((inner) =>
        problemsOf({ ...inner, path: [...issue.path, ...inner.path] }).map((problem) => ({
          at: [...issue.path, ...inner.path],
          ...problem,
        })),
      )
    case 'custom':
      return [{ keyword: 'custom', params: {}, message: issue.message }]
  }
}

/** Describes a missing property. The problem is reported on the object that should have it. */
function missing(path: readonly PropertyKey[]): Problem {
  const missingProperty = String(path.at(-1))
  return {
    keyword: 'required',
    params: { missingProperty },
    message: `should have required property '${missingProperty}'`,
    at: path.slice(0, -1),
  }
}

const typed = (type: string): Problem => ({ keyword: 'type', params: { type }, message: `should be ${type}` })

const JSON_TYPES: Readonly<Record<string, string>> = {
  int: 'integer',
  record: 'object',
  map: 'object',
  set: 'array',
}

const wantedType = ({ message, expected }: Extract<Issue, { code: 'invalid_type' }>): string =>
  message === 'integer' ? message : (JSON_TYPES[expected] ?? expected)

function bounded(origin: string, side: 'min' | 'max', limit: number): Problem {
  if (origin === 'string') {
    const word = side === 'min' ? 'shorter' : 'longer'
    return {
      keyword: `${side}Length`,
      params: { limit },
      message: `should NOT be ${word} than ${limit} characters`,
    }
  }
  if (origin === 'array' || origin === 'set') {
    const word = side === 'min' ? 'fewer' : 'more'
    return {
      keyword: `${side}Items`,
      params: { limit },
      message: `should NOT have ${word} than ${limit} items`,
    }
  }
  const comparison = side === 'min' ? '>=' : '<='
  return {
    keyword: `${side}imum`,
    params: { comparison, limit, exclusive: false },
    message: `should be ${comparison} ${limit}`,
  }
}

function formatted({ format, pattern }: Extract<Issue, { code: 'invalid_format' }>): Problem {
  if (format === 'regex') {
    const plain = (pattern ?? '').replaceAll(/^\/|\/[a-z]*$/g, '')
    return { keyword: 'pattern', params: { pattern: plain }, message: `should match pattern "${plain}"` }
  }
  const name = format === 'datetime' ? 'date-time' : format
  return { keyword: 'format', params: { format: name }, message: `should match format "${name}"` }
}

function dataPathOf(part: string, path: readonly PropertyKey[]): string {
  const steps = path.map((step) => {
    if (typeof step === 'number') return `[${step}]`
    const name = String(step)
    return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `['${name.replaceAll(/['\\]/g, String.raw`\$&`)}']`
  })
  return `.${part}${steps.join('')}`
}

const schemaPathOf = (path: readonly PropertyKey[]): string =>
  path.map((step) => (typeof step === 'number' ? '/items' : `/properties/${String(step)}`)).join('')
