import { lt } from 'semver'
import { expect } from 'vitest'
import { z } from 'zod'

import { adaptationsOf } from '#transport/http/adaptations/index.ts'
import { successStatuses, type Operation } from '#shared/contract/index.ts'
import { CONTRACT_VERSION } from '#shared/versions/rules/contract-version.ts'
import { publishedProblems } from '#test/conformance/published/published-answers.ts'
import { describedAnswer } from './described-answer.ts'

const ErrorRecord = z.looseObject({
  id: z.uuid(),
  name: z.string(),
  message: z.string().min(1),
  details: z
    .array(
      z.strictObject({
        description: z.string(),
        message: z.string(),
        path: z.string().optional(),
        validationErrors: z.array(z.string()).optional(),
      }),
    )
    .min(1),
})

/** Errors of SCIM have a form of their own (RFC 7644, section 3.12). */
const ScimError = z.strictObject({
  schemas: z.tuple([z.literal('urn:ietf:params:scim:api:messages:2.0:Error')]),
  status: z.string().regex(/^[45]\d\d$/),
  scimType: z.string().optional(),
  detail: z.string().min(1),
})

const FormerErrorRecord = z.strictObject({
  error: z.string(),
  validation: z
    .array(
      z.strictObject({
        keyword: z.string(),
        dataPath: z.string(),
        schemaPath: z.string(),
        params: z.record(z.string(), z.unknown()),
        message: z.string(),
      }),
    )
    .min(1),
})

/** Statuses seen since the last read, by operation. */
let seen = new Map<string, Set<number>>()

/** Returns and clears the statuses of all operations since the last read. */
export function takeStatuses(): Record<string, number[]> {
  const taken = Object.fromEntries([...seen].map(([id, statuses]) => [id, [...statuses]]))
  seen = new Map()
  return taken
}

/** Log of all responses: checks each body against the contract, and counts each status. */
export class AnswerLog {
  readonly #operations: ReadonlyMap<string, Operation>
  readonly #statuses = new Map<string, Set<number>>()
  #checks = true

  constructor(operations: readonly Operation[]) {
    this.#operations = new Map(operations.map((operation) => [operation.operationId, operation]))
  }

  readonly add = ({
    operationId,
    contract,
    status,
    body: sent,
    bytes,
  }: {
    operationId: string
    contract: string
    status: number
    body: unknown
    bytes?: Buffer
  }): void => {
    if (!this.#checks) return
    const body: unknown = bytes ? JSON.parse(bytes.toString()) : sent
    const operation = this.#operations.get(operationId)
    if (!operation) throw new Error(`${operationId} is not in the contract`)
    note(this.#statuses, operationId, status)
    note(seen, operationId, status)
    const isSuccess = successStatuses(operation).includes(status)
    // a response adapted to a version has the shape in that version's document
    const isAdapted = adaptationsOf(operationId, contract).some(
      ({ answer, keepsShape }) => answer !== undefined && keepsShape !== true,
    )
    if (isSuccess) {
      checkBody(
        isAdapted ? describedAnswer(operation, contract, status) : operation.responses[status],
        `${operationId} ${status}`,
        body,
      )
      if (contract === CONTRACT_VERSION) expect(publishedProblems(operation, status, body)).toEqual([])
    } else if (operation.audience === 'scim') ScimError.parse(body)
    else if (lt(contract, '5.0.0')) z.union([ErrorRecord, FormerErrorRecord]).parse(body)
    else ErrorRecord.parse(body)
  }

  /** Leaves answers unchecked while some work is measured, so that the time is the service's own. Check the same answers beside it. */
  async unchecked<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#checks = false
    try {
      return await work()
    } finally {
      this.#checks = true
    }
  }

  statusesOf(operationId: string): number[] {
    return [...(this.#statuses.get(operationId) ?? [])].sort((a, b) => a - b)
  }

  /** Adds the responses of another instance. */
  merge(other: AnswerLog): void {
    for (const [operationId, statuses] of other.#statuses) {
      this.#statuses.set(operationId, new Set([...(this.#statuses.get(operationId) ?? []), ...statuses]))
    }
  }
}

function note(statuses: Map<string, Set<number>>, operationId: string, status: number): void {
  statuses.set(operationId, (statuses.get(operationId) ?? new Set()).add(status))
}

/**
 * Checks a declared body: it has exactly the properties of the contract. Bytes are checked by the test that
 * reads them.
 */
function checkBody(schema: z.ZodType | null | undefined, what: string, body: unknown): void {
  if (!schema || body === undefined) return
  const plain: unknown = JSON.parse(JSON.stringify(body))
  expect(schema.parse(plain), what).toEqual(plain)
}
