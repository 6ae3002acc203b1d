import { z } from 'zod'

import type { Access } from './access.ts'
import type { ChangeControl } from './change-control.ts'
import type { OperationPlace, PartsOf } from './place.ts'
import type { RequestBounds } from './request-bounds.ts'

/** Scalar types of protobuf that are read. Whole numbers of 64 bits are texts, as in the JSON form of protobuf. */
export type ProtobufScalar = 'string' | 'bool' | 'int64' | 'fixed64' | 'double'

export interface ProtobufField {
  /** Name in the JSON form of the message. */
  readonly name: string
  /** Type; a function for a message, as messages may contain their own kind. */
  readonly type: ProtobufScalar | (() => ProtobufMessage)
  readonly isRepeated?: boolean
}

/** Fields of a protobuf message by their numbers. Fields that are not listed are skipped. */
export type ProtobufMessage = Readonly<Record<number, ProtobufField>>

/** Messages of an operation that takes protobuf beside JSON, and answers in the form of the request. */
export interface ProtobufForm {
  readonly request: ProtobufMessage
  readonly answer: ProtobufMessage
}

/** Audience: the kinds of caller that may use an operation. Its access decides what they may do. */
export type Audience =
  /** Admin API: a session, a personal access token or the admin token. */
  | 'admin'
  /** Client API: a backend token. */
  | 'client'
  /** Frontend API: a frontend token. */
  | 'frontend'
  /** Any token of an SDK, or a person. */
  | 'sdk'
  /** A signal endpoint: one of its own tokens. */
  | 'signal'
  /** SCIM: the token of the identity provider. */
  | 'scim'
  /** Nobody is asked who they are. */
  | 'open'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type ObjectSchema = z.ZodObject

/** Response bodies by success status. null: an empty body. */
export type Responses = Readonly<Record<number, z.ZodType | null>>

/** Statuses beyond those that follow from audience, access and body (see `errorStatuses`). */
export type DeclaredError = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429

export interface Lifecycle {
  /** Versions that added, deprecated and removed the operation. */
  since: string
  deprecated?: string
  /** The version that took the deprecation back. */
  restored?: string
  removed?: string
  replacement?: string
}

/** The parsed request of an operation: each part in its own coordinates, so that error paths are the client's. */
export interface RequestOf<
  P extends ObjectSchema,
  Q extends ObjectSchema,
  H extends ObjectSchema,
  B extends z.ZodType,
> {
  params: z.output<P>
  query: z.output<Q>
  headers: z.output<H>
  body: z.output<B>
}

/**
 * One operation of the HTTP contract, as data: from this the routes, the OpenAPI document, the permission matrix,
 * the upgrade report and the tests' client come (docs/architecture.md, idea 1).
 */
export interface Operation<
  P extends ObjectSchema = ObjectSchema,
  Q extends ObjectSchema = ObjectSchema,
  H extends ObjectSchema = ObjectSchema,
  B extends z.ZodType = z.ZodType,
  R extends Responses = Responses,
> {
  readonly operationId: string
  readonly method: Method
  /** With `:name` parameters. */
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly description?: string
  readonly audience: Audience
  readonly access: Access
  /** Place of the operation; undefined: the instance, and nothing of its request names another place. */
  readonly place?: OperationPlace
  /** Control by change requests; undefined: none. */
  readonly changeControl?: ChangeControl
  readonly params: P
  readonly query: Q
  readonly headers: H
  readonly body: B
  readonly responses: R
  /** Location header of the answer, from its body and the parameters of the path: relative to the request's path. */
  location?(this: void, answer: unknown, params: unknown): string
  readonly errors: readonly DeclaredError[]
  /** A body-less operation that takes any Content-Type (docs/contract/http.md#content-types). */
  readonly anyContentType: boolean
  /** Allows a missing body, and a missing Content-Type; both count as `{}`. */
  readonly bodyIsOptional?: boolean
  /** The body is a form that a page of another site may send, or the same as JSON. */
  readonly isForm?: boolean
  /** Maximum size of the body in bytes, if it is more than the usual 100 kB. */
  readonly bodyLimit?: number
  /** Bounds of its body, where they differ from the usual (request-bounds.ts). */
  readonly bounds?: Partial<RequestBounds>
  /** Takes protobuf too, and bodies packed with gzip. Undefined: JSON only. */
  readonly protobuf?: ProtobufForm
  readonly plan: 'oss' | 'enterprise'
  readonly lifecycle: Lifecycle
  /** Served whatever version the instance answers as: Halyard's own, or ahead of the version that brought it. */
  readonly everywhere?: boolean
}

/** The request and the answer of an operation, as types. */
export type Request<O extends Operation> = RequestOf<O['params'], O['query'], O['headers'], O['body']>
export type Result<O extends Operation> = ResultBody<O['responses'][keyof O['responses']]>
type ResultBody<S> = S extends z.ZodType ? z.output<S> : S extends null ? void : never

type Optional<P, Q, H, B> = { params: P; query: Q; headers: H; body: B }

type Spec<
  P extends ObjectSchema,
  Q extends ObjectSchema,
  H extends ObjectSchema,
  B extends z.ZodType,
  R extends Responses,
> = Partial<Optional<P, Q, H, B>> &
  Partial<
    Pick<
      Operation,
      | 'errors'
      | 'anyContentType'
      | 'bodyIsOptional'
      | 'isForm'
      | 'bodyLimit'
      | 'bounds'
      | 'protobuf'
      | 'plan'
      | 'description'
      | 'everywhere'
      | 'changeControl'
    >
  > & {
    operationId: string
    method: Method
    path: string
    tag: string
    summary: string
    audience?: Audience
    access: Access
    place?: OperationPlace<PartsOf<P, B>>
    responses: R
    location?: (answer: ResultBody<R[keyof R]>, params: z.output<P>) => string
    lifecycle?: Partial<Lifecycle>
  }

type Nothing = z.ZodObject<Record<never, never>>
const NOTHING: Nothing = z.object({})
const NO_BODY = z.undefined()

/** Declares an operation. What is not said has the usual value: admin audience, open source, there since v4. */
export function operation<
  R extends Responses,
  P extends ObjectSchema = Nothing,
  Q extends ObjectSchema = Nothing,
  H extends ObjectSchema = Nothing,
  B extends z.ZodType = z.ZodUndefined,
>(spec: Spec<P, Q, H, B, R>): Operation<P, Q, H, B, R> {
  const { lifecycle, ...rest } = spec
  return {
    audience: 'admin',
    errors: [],
    anyContentType: false,
    plan: 'oss',
    ...rest,
    // the defaults of the type parameters, which TypeScript cannot tie to an absent value
    params: spec.params ?? (NOTHING as ObjectSchema as P),
    query: spec.query ?? (NOTHING as ObjectSchema as Q),
    headers: spec.headers ?? (NOTHING as ObjectSchema as H),
    body: spec.body ?? (NO_BODY as z.ZodType as B),
    lifecycle: { since: '4.0.0', ...lifecycle },
  }
}

/** The operations among what a module of the contract exports. */
export function operationsOf(area: Readonly<Record<string, unknown>>): Operation[] {
  return Object.values(area).filter(
    (value): value is Operation => typeof value === 'object' && value !== null && 'operationId' in value,
  )
}

/** Checks whether an operation reads a JSON body. */
export function hasBody(operation: Pick<Operation, 'body'>): boolean {
  return operation.body.type !== 'undefined'
}

/** The statuses of success, smallest first. */
export function successStatuses(operation: Operation): number[] {
  return Object.keys(operation.responses).map(Number)
}

/**
 * Lists the error statuses of an operation: those that follow from its audience, access and body, and those
 * it declares. Not listed: 503, 504 and 507, with which any write can fail if the store is unavailable or full.
 */
export function errorStatuses(operation: Operation): number[] {
  const statuses = new Set<number>(operation.errors)
  // 403: a token of the wrong kind, a missing permission, or a foreign Host
  if (operation.audience !== 'open') statuses.add(401).add(403)
  if (Object.keys(operation.query.shape).length > 0) statuses.add(400)
  if (hasBody(operation)) statuses.add(400).add(413).add(415)
  return [...statuses].sort((a, b) => a - b)
}
