import { TRPCClientError } from '@trpc/client'

import type { Violation } from '#shared/changes/schemas/policy.ts'
import type { ErrorDetail } from '#shared/errors/error-table.ts'
import { rewordContractText } from './contract-texts.ts'
import { errorAtField, errorOfField } from './field-words.ts'

/** Error of the backend, as screens show it. */
export interface Refusal {
  status: number
  message: string
  details: readonly ErrorDetail[]
  /** Reasons why a permission was denied, sentence by sentence. */
  explanation: readonly string[]
  /** Place to request the change, if it has to be requested. */
  changeRequest?: { project: string; environment: string }
  /** Violations of policies that the change would make. */
  violations?: readonly Violation[]
}

interface Record {
  message?: string
  details?: ErrorDetail[]
  decision?: { explanation?: string[] }
  changeRequest?: { project: string; environment: string }
  violations?: Violation[]
}

interface ErrorData {
  httpStatus?: number
  record?: Record | undefined
}

/** Converts an HTTP error. The rate limiter answers plain text; everything else is a record. */
export class HttpRefusal extends Error {
  readonly data: ErrorData

  constructor(status: number, answer: string) {
    const record = recordIn(answer)
    super(record?.message ?? answer)
    this.data = { httpStatus: status, record }
  }
}

function recordIn(answer: string): Record | undefined {
  try {
    return JSON.parse(answer) as Record
  } catch {
    return undefined
  }
}

/** Texts of browsers for a request without an answer. */
const UNANSWERED: ReadonlySet<string> = new Set([
  'Failed to fetch',
  'Load failed',
  'NetworkError when attempting to fetch resource.',
])

const messageOf = (error: unknown): string => {
  const message = error instanceof Error ? error.message : String(error)
  return UNANSWERED.has(message)
    ? "The service didn't answer. Check that it is running, then try again."
    : message
}

/** Converts a thrown error; a lost connection has status 0. */
export function toRefusal(error: unknown): Refusal {
  const data =
    error instanceof TRPCClientError || error instanceof HttpRefusal
      ? (error.data as ErrorData | null | undefined)
      : undefined
  const record = data?.record
  return {
    status: data?.httpStatus ?? 0,
    message: rewordContractText(record?.message ?? messageOf(error)),
    details: (record?.details ?? []).map((one) => ({ ...one, message: rewordContractText(one.message) })),
    explanation: record?.decision?.explanation ?? [],
    ...(record?.violations ? { violations: record.violations } : {}),
    ...(record?.changeRequest ? { changeRequest: record.changeRequest } : {}),
  }
}

/** Gets the error message for a field of the body, if the error names it. */
export function fieldError(refusal: Refusal | undefined, field: string): string | undefined {
  const detail = refusal?.details.find((one) => one.path === `/body/${field}`)
  return detail && errorAtField(detail.message)
}

/** Gets the error messages for fields outside `known`, to show above the form. */
export function otherErrors(refusal: Refusal | undefined, known: readonly string[]): string[] {
  if (!refusal) return []
  const others = refusal.details.filter((one) => !known.some((field) => one.path === `/body/${field}`))
  return others.length > 0 ? others.map(errorOfField) : refusal.details.length > 0 ? [] : [refusal.message]
}
