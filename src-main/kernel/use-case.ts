import type { Decision, HiddenProjects, AccessScope, Requirement } from '#shared/access/rules/index.ts'
import type { Method, Operation, Request, Result } from '#shared/contract/index.ts'
import type { Queries } from '#store/queries.ts'
import type { Actor, Caller } from './caller.ts'
import type { NewEvent } from './event.ts'
import { WriteBatcher, type BatchStore, type WriteAll } from '#runtime/write-batcher.ts'
import type { Ids } from './ids.ts'
import type { Limits } from './limits.ts'
import type { Logger } from './logger.ts'
import type { RawRequest } from './parse-request.ts'
import type { Route } from './route.ts'
import type { StreamEnd, StreamOptions, StreamSource } from './stream.ts'

/** Everything a use case works with. */
export interface QueryContext {
  readonly caller: Caller
  /** Queries without the private projects hidden from the caller. For data that the caller names or gets. */
  readonly visible: Queries
  /**
   * Unfiltered queries: the transaction of a write, and rules of the whole instance such as name uniqueness.
   * A write that names a hidden project is only tried out, and finds nothing hidden here either.
   */
  readonly everything: Queries
  /**
   * Private projects that the caller does not see. Treat them as if they did not exist
   * (docs/contract/projects.md#collaboration-modes).
   */
  readonly hidden: HiddenProjects
  /** Start of the request. The whole request uses this one instant. */
  readonly now: Date
  readonly ids: Ids
  readonly limits: Limits
  readonly logger: Logger
  /** Decides whether the caller has a permission beyond those the operation requires. */
  readonly may: (requirement: Requirement) => Decision
  /** Throws `PermissionError` with the decision if the caller lacks the permission. */
  readonly demand: (requirement: Requirement) => void
  /** Creates a context with the same caller's current rights, for work that continues after the response. */
  readonly renew: () => QueryContext
  /** Sends a source to the caller for as long as the caller may have it. */
  readonly stream: <T>(source: StreamSource<T>, options?: StreamOptions<T>) => AsyncGenerator<T, StreamEnd>
}

/** Identity of a thing that is created again. It comes from the event log, never from a request. */
export interface Restored {
  readonly id?: string | number
  readonly createdAt?: string
  readonly createdBy?: string
  readonly createdByUserId?: number
  /** Set where the former value was none, which no request can say. */
  readonly isUnset?: boolean
}

/** Place of an event in the log: the write that it belongs to, and its number among the events of that write. */
export interface WritePosition {
  /** Group id of the events of the write. */
  readonly writeId: string
  /** From 0 on. */
  readonly index: number
}

/** Context of a write. Both views of the data are in its transaction, with which recorded events are committed. */
export interface MutationContext extends QueryContext {
  readonly record: (event: NewEvent) => void
  /** Place in the event log of the event that is recorded next, to find it there later. */
  readonly position: () => WritePosition
  /**
   * Updates data in memory once the write is on the disk. Runs before the events are published and the
   * response is sent, in commit order. An error is logged and does not affect the write.
   */
  readonly onCommit: (effect: () => void | Promise<void>) => void
  /**
   * Runs after the events are published and before the response, outside the commit order. For work that may
   * wait for other requests, such as closing a port.
   */
  readonly onPublished: (effect: () => void | Promise<void>) => void
  /**
   * Runs a part of the write that may fail alone. If it throws, its writes and events are rolled back;
   * earlier writes stay. Rethrows the part's error.
   */
  readonly attempt: <R>(part: () => Promise<R>) => Promise<R>
  /**
   * Runs an operation as another actor, in this transaction. That actor's permissions and all guards apply,
   * and the events carry that actor's name.
   */
  readonly performAs: <O extends Operation>(
    actor: Actor,
    operation: O,
    raw: RawRequest,
    options?: { restored?: Restored },
  ) => Promise<Result<O>>
  /** Set while a deleted thing is created again by undo: it gets back its id, and when and by whom it was created. */
  readonly restored?: Restored | undefined
}

/** Finds the place of an operation on a stored entity. */
export type PlaceOf<O extends Operation> = (
  context: QueryContext,
  request: Pick<Request<O>, 'params'>,
) => Promise<AccessScope>

interface Base<O extends Operation> {
  readonly operation: O
  /** Set by `served`, for the outcome of this use case. */
  readonly route?: Route<never>
  /** Same operation in former versions, for the versions that its life cycle names. */
  readonly formerly?: AnyUseCase
  readonly placeOf?: PlaceOf<O>
}

export interface QueryUseCase<O extends Operation, R> extends Base<O> {
  readonly kind: 'query'
  readonly run: (context: QueryContext, request: Request<O>) => Promise<R>
}

export interface MutationUseCase<O extends Operation, R> extends Base<O> {
  readonly kind: 'mutation'
  /**
   * Does slow work, or waits for something other than the store. Runs before the transaction; `run` gets the
   * result.
   */
  readonly prepare?: (context: QueryContext, request: Request<O>) => Promise<unknown>
  readonly run: (context: MutationContext, request: Request<O>, prepared: unknown) => Promise<R>
}

/**
 * Use case that reports what a write would do. Its transaction is always rolled back, and no effects are
 * sent.
 */
export interface DryRunUseCase<O extends Operation, R> extends Base<O> {
  readonly kind: 'dry-run'
  /** Does slow, read-only work. Runs before the transaction; `run` gets the result. */
  readonly prepare?: (context: QueryContext, request: Request<O>) => Promise<unknown>
  readonly run: (context: MutationContext, request: Request<O>, prepared: unknown) => Promise<unknown>
  /** Turns the result of `run` into the response, after the store is free for other work. */
  readonly conclude: (tried: unknown, context: QueryContext, request: Request<O>) => Promise<R>
}

/** Use case of frequent requests, which records no events. Concurrent requests share a transaction. */
export interface BatchedUseCase<O extends Operation, R> extends Base<O> {
  readonly kind: 'batched'
  readonly run: (store: BatchStore, context: QueryContext, request: Request<O>) => Promise<R>
}

/** Opens the transaction of a write, for the part of a request that may not wait. */
export type Write = <R>(run: (context: MutationContext) => Promise<R>) => Promise<R>

/** Use case of reports that wait in memory and are written together, up to a second later (ADR 47). */
export interface BufferedUseCase<O extends Operation, R> extends Base<O> {
  readonly kind: 'buffered'
  readonly run: (context: QueryContext, request: Request<O>, write: Write) => Promise<R>
}

/** Implementation of one operation. HTTP and tRPC both reach it only through `execute`. */
export type UseCase<O extends Operation = Operation, R = unknown> =
  | QueryUseCase<O, R>
  | MutationUseCase<O, R>
  | DryRunUseCase<O, R>
  | BatchedUseCase<O, R>
  | BufferedUseCase<O, R>

/** Use case without its types, as lists hold it. */
export type AnyUseCase = Pick<UseCase, 'kind' | 'operation' | 'route' | 'formerly'>

type OutcomeOf<U> = U extends UseCase<infer _O, infer R> ? R : never

/** Says what the HTTP route of a use case does beyond the contract. */
export const served = <U extends AnyUseCase>(useCase: U, route: Route<OutcomeOf<U>>): U => ({
  ...useCase,
  route,
})

/** Checks that a use case reads as much as it likes before it answers. Reads of SDKs are answered from memory. */
export const readsStore = ({ kind, operation: { audience } }: AnyUseCase): boolean =>
  (kind === 'query' || kind === 'dry-run') && (audience === 'admin' || audience === 'scim')

/** Use cases by name. Each is a use case, or a function that creates it from the services. */
export type UseCaseList<Services> = Readonly<
  Record<string, AnyUseCase | ((services: Services) => AnyUseCase)>
>

/** The use cases of a list, made. */
export type CreatedUseCases<List> = {
  readonly [Name in keyof List]: List[Name] extends (services: never) => infer Made ? Made : List[Name]
}

/** Makes the use cases of a list with the services that they need. */
export function createUseCases<Services, List extends UseCaseList<Services>>(
  list: List,
  services: Services,
): CreatedUseCases<List> {
  const made = Object.entries(list).map(([name, one]) => [
    name,
    typeof one === 'function' ? one(services) : one,
  ])
  return Object.fromEntries(made) as CreatedUseCases<List>
}

/** POST may be a question that is too long for an address; these are never one. */
const CHANGING: ReadonlySet<Method> = new Set(['PUT', 'PATCH', 'DELETE'])

/**
 * A use case that only reads: it is given queries that cannot write. `R` may differ from the contract's answer when the HTTP binding makes that of it
 * (a cached body, say).
 */
export function query<O extends Operation, R = Result<O>>(
  operation: O,
  run: (context: QueryContext, request: Request<O>) => Promise<R>,
  options: { placeOf?: PlaceOf<O> } = {},
): QueryUseCase<O, R> {
  if (CHANGING.has(operation.method))
    throw new TypeError(
      `${operation.operationId}: what ${operation.method} asks for changes something: make it a mutation`,
    )
  return { kind: 'query', operation, run, ...checkPlace(operation, options) }
}

/** A use case that writes: it runs in one transaction, and its answer waits until that is on the disk. */
export function mutation<O extends Operation, R = Result<O>>(
  operation: O,
  run: (context: MutationContext, request: Request<O>) => Promise<R>,
  options: { placeOf?: PlaceOf<O> } = {},
): MutationUseCase<O, R> {
  return { kind: 'mutation', operation, run, ...checkPlace(operation, options) }
}

/** Creates a use case that tries a write, returns its result and rolls it back. */
export function dryRun<O extends Operation, R = Result<O>>(
  operation: O,
  run: (context: MutationContext, request: Request<O>) => Promise<R>,
): DryRunUseCase<O, R> {
  return { kind: 'dry-run', operation, run, conclude: async (tried) => tried as R }
}

/** The same, where working out what came of it takes long and needs nothing but what `run` has read. */
export function concludedDryRun<O extends Operation, T, R = Result<O>>(
  operation: O,
  run: (context: MutationContext, request: Request<O>) => Promise<T>,
  conclude: (tried: T, context: QueryContext, request: Request<O>) => Promise<R>,
): DryRunUseCase<O, R> {
  return {
    kind: 'dry-run',
    operation,
    run,
    conclude: (tried, context, request) => conclude(tried as T, context, request),
  }
}

/** Creates a dry run whose slow preparation runs outside the transaction. */
export function preparedDryRun<O extends Operation, P, R = Result<O>>(
  operation: O,
  prepare: (context: QueryContext, request: Request<O>) => Promise<P>,
  run: (context: MutationContext, request: Request<O>, prepared: P) => Promise<R>,
): DryRunUseCase<O, R> {
  return {
    kind: 'dry-run',
    operation,
    prepare,
    run: (context, request, prepared) => run(context, request, prepared as P),
    conclude: async (tried) => tried as R,
  }
}

/**
 * Creates a use case that writes after a preparation. The preparation must not block the store (hashing a
 * password, asking a peer).
 */
export function preparedMutation<O extends Operation, P, R = Result<O>>(
  operation: O,
  prepare: (context: QueryContext, request: Request<O>) => Promise<P>,
  run: (context: MutationContext, request: Request<O>, prepared: P) => Promise<R>,
): MutationUseCase<O, R> {
  return {
    kind: 'mutation',
    operation,
    prepare,
    run: (context, request, prepared) => run(context, request, prepared as P),
  }
}

interface BatchedOptions<O extends Operation, D, W, R> {
  /** Builds the data to write. Throws an error if the request is invalid. */
  draft: (context: QueryContext, request: Request<O>) => D | Promise<D>
  /** Writes all drafts in one transaction, in order. It records no events: use a mutation for those. */
  writeAll: WriteAll<D, W>
  /** Builds the response, once the write is on the disk. */
  conclude: (written: W) => R
  /** Number of rows that a draft becomes, roughly; 1 unless said. It bounds what shares a transaction. */
  sizeOf?: (draft: D) => number
}

/**
 * Creates a use case for frequent requests. Their writes share transactions, and each gets its own response.
 */
export function batched<O extends Operation, D, W, R = Result<O>>(
  operation: O,
  { draft, writeAll, conclude, sizeOf }: BatchedOptions<O, D, W, R>,
): BatchedUseCase<O, R> {
  const batcher = new WriteBatcher(writeAll, sizeOf)
  return {
    kind: 'batched',
    operation,
    run: async (store, context, request) => conclude(await batcher.add(store, await draft(context, request))),
  }
}

/** Creates a use case that keeps a report in memory. Its answer does not mean that the report is on the disk. */
export function buffered<O extends Operation, R = Result<O>>(
  operation: O,
  run: BufferedUseCase<O, R>['run'],
): BufferedUseCase<O, R> {
  return { kind: 'buffered', operation, run }
}

function checkPlace<O extends Operation>({ place, operationId }: O, options: { placeOf?: PlaceOf<O> }) {
  if ((place === 'stored') !== (options.placeOf !== undefined)) {
    throw new TypeError(`${operationId}: a place that is stored needs a placeOf, and only such a one`)
  }
  return options
}
