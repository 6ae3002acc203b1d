import type { Readable } from 'node:stream'

import type { FastifyRequest } from 'fastify'

import type { AppError } from '#kernel/app-error.ts'
import type { Actor, Caller } from '#kernel/caller.ts'
import type { Entity } from '#kernel/etag.ts'
import { execute, type Runtime } from '#kernel/execute.ts'
import type { RawRequest } from '#kernel/parse-request.ts'
import type { AnyUseCase, UseCase } from '#kernel/use-case.ts'
import { isLarge } from '#runtime/is-large.ts'
import { type Operation, successStatuses } from '#shared/contract/index.ts'
import type { Identity } from './audience.ts'
import type { RequestedAccount } from './count-request.ts'
import { projectAnswer, projectLargeAnswer } from './project-answer.ts'

/** Response sent to the client. */
export interface Reply {
  status: number
  /** Body, sent as JSON. A string is sent as plain text. Absent: an empty body. */
  body?: unknown
  /** Encoded body. JSON, unless the headers set another type. */
  bytes?: Buffer
  /** Encoded JSON with its ETag, which a GET sends along and answers 304 to. */
  entity?: Entity
  /** Server-sent events, for as long as the client listens. */
  stream?: Readable
  headers?: Record<string, string | string[]>
}

/** Request that ended in an error, from any source. */
export interface RejectedRequest {
  method: string
  /** With the query. */
  url: string
  params: Record<string, string>
  identity: Identity
  refusal: AppError
  ip: string
  userAgent?: string
}

/** A request as it came in, for callers that prove themselves by it. */
export interface SentRequest {
  headers: Readonly<Record<string, string | string[] | undefined>>
  bytes: Buffer
}

/** HTTP settings of a single operation. */
interface CommonOptions {
  /** Admits the actor, where the audience alone does not decide. Throws an error for everyone else. */
  admit?: (identity: Identity, params: Record<string, string>, sent: SentRequest) => Actor
  /** Finds the account that an anonymous request is about. Its requests share a limit where its address does not tell. */
  accountOf?: (sent: SentRequest, params: Record<string, string>) => RequestedAccount
  /** Called for each request that ended in an error. */
  onRefused?: (call: RejectedRequest) => void
  /** Same operation in former versions, for the versions that its life cycle names. */
  formerly?: Binding
}

/** Operation with the function that answers it. */
export interface Binding extends CommonOptions {
  readonly operation: Operation
  /** True if it changes something, also where its method is GET. */
  readonly writes: boolean
  answer(runtime: Runtime, caller: Caller, raw: RawRequest): Promise<Reply>
}

/** HTTP settings of an operation that do not follow from its contract. */
export interface RouteOptions<R> extends CommonOptions {
  /** Headers in addition to the default ones. */
  headers?: (outcome: R) => Record<string, string>
  /** Builds the whole response, if it is not the outcome as JSON with the operation's one success status. */
  reply?: (outcome: R, caller: Caller) => Reply
}

/** Binds a use case to the route of its operation. The HTTP side follows from the contract. */
export function bind<O extends Operation, R>(
  useCase: UseCase<O, R>,
  { headers, reply, ...options }: RouteOptions<R> = {},
): Binding {
  const { operation } = useCase
  const [status, ...others] = successStatuses(operation)
  if (status === undefined || (others.length > 0 && !reply)) {
    throw new TypeError(`${operation.operationId}: several success statuses need a reply`)
  }
  const usual = (outcome: R, _caller: Caller, { params }: RawRequest): Reply => ({
    status,
    ...(operation.responses[status] ? { body: outcome } : {}),
    headers: {
      ...(operation.location ? { location: operation.location(outcome, params) } : {}),
      ...headers?.(outcome),
    },
  })
  const toReply = reply ?? usual
  return {
    ...options,
    operation,
    writes: useCase.kind !== 'query' && useCase.kind !== 'dry-run',
    answer: async (runtime, caller, raw) =>
      published(operation, toReply(await execute(runtime, useCase, caller, raw), caller, raw)),
  }
}

/**
 * Binds every use case that has the name of its operation. Those of another name are variants: of the window, or of a
 * former version of the contract, which the options name.
 */
export function bindAll<List extends Readonly<Record<string, AnyUseCase>>>(
  useCases: List,
  routeOptions: RouteOptionsByName<List>,
): Binding[] {
  return Object.entries(useCases)
    .filter(([name, { operation }]) => name === operation.operationId)
    .map(([name, useCase]) =>
      bind(useCase as UseCase, routeOptions[name] as RouteOptions<unknown> | undefined),
    )
}

/** Route options by the name of their use case. */
export type RouteOptionsByName<List> = {
  readonly [Name in keyof List]?: List[Name] extends UseCase<infer _O, infer R> ? RouteOptions<R> : never
}

/** Reduces a reply to what the operation publishes: the outcome may hold more, for the window. */
async function published({ responses }: Operation, reply: Reply): Promise<Reply> {
  const { status, body } = reply
  const schema = responses[status]
  if (!schema || body === undefined) return reply
  return {
    ...reply,
    body: isLarge(body) ? await projectLargeAnswer(schema, body) : projectAnswer(schema, body),
  }
}

/** Finds the operation that a request is for; undefined: none of the contract. */
export const bindingOf = ({ inTable, routeOptions }: FastifyRequest): Binding | undefined =>
  inTable?.binding ?? routeOptions.config.binding
