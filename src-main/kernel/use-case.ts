import type { Decision, Place, Requirement } from '../../src-shared/access/rules/index.ts'
import type { Method, Operation, Request, Result } from '../../src-shared/contract/index.ts'
import type { Queries } from '../store/queries.ts'
import type { Actor, Caller } from './caller.ts'
import type { NewEvent } from './event.ts'
import { Gathering, type GatheringStore, type WriteAll } from './gathering.ts'
import type { Ids } from './ids.ts'
import type { Limits } from './limits.ts'
import type { Logger } from './logger.ts'
import type { RawRequest } from './parse-request.ts'
import type { StreamEnd, StreamOptions, StreamSource } from './stream.ts'

/** Everything a use case works with. */
export interface QueryContext {
  readonly caller: Caller
  /** Queries of a use case. In a query, limited to the data the caller can see. In a write, unfiltered. */
  readonly queries: Queries
  /** Without the private projects that are hidden from the caller, in a write too: for what is read to be shown. */
  readonly visible: Queries
  /** All there is, in a query too: for what is so for everybody, such as that a name is taken. */
  readonly everything: Queries
  /**
   * Private projects that the caller does not see: to be dealt with as if they were not there
   * (docs/contract/projects.md#collaboration-modes).
   */
  readonly hidden: ReadonlySet<string>
  /** Start of the request. The whole request uses this one instant. */
  readonly now: Date
  readonly ids: Ids
  readonly limits: Limits
  readonly logger: Logger
  /** Decides whether the caller has a permission beyond those the operation requires. */
  readonly may: (requirement: Requirement) => Decision
  /** Throws `PermissionError` with the decision unless the caller may. */
  readonly demand: (requirement: Requirement) => void
  /** Current rights of the same caller, for work that goes on after the reply. */
  readonly anew: () => QueryContext
  /** Sends a source to the caller for as long as the caller may have it. */
  readonly stream: <T>(source: StreamSource<T>, options?: StreamOptions<T>) => AsyncGenerator<T, StreamEnd>
}

/** `queries` is a transaction; what is recorded is committed with it. */
export interface MutationContext extends QueryContext {
  readonly record: (event: NewEvent) => void
  /**
   * Runs when the write is on the disk, before its events are published and its reply is sent: brings what is kept in
   * memory up to date. Runs in commit order; an error is logged and changes nothing about the write.
   */
  readonly onCommit: (effect: () => void | Promise<void>) => void
  /**
   * Runs after the events are published, before the reply, outside the commit order: for what may wait for other
   * requests, such as closing a port.
   */
  readonly onPublished: (effect: () => void | Promise<void>) => void
  /**
   * A part of the write that may fail by itself: when it throws, what it wrote and recorded is taken back, and what was
   * written before it stays. Throws on what the part threw.
   */
  readonly attempt: <R>(part: () => Promise<R>) => Promise<R>
  /**
   * Does in this transaction what somebody else could do by a call of their own: with their permissions, past the same
   * guards, and under their name in the events.
   */
  readonly performAs: <O extends Operation>(actor: Actor, operation: O, raw: RawRequest) => Promise<Result<O>>
}

/** For operations whose place is that of a stored entity: finds it. */
export type PlaceOf<O extends Operation> = (context: QueryContext, request: Request<O>) => Promise<Place>

interface Base<O extends Operation> {
  readonly operation: O
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
export interface TrialUseCase<O extends Operation, R> extends Base<O> {
  readonly kind: 'trial'
  /** Does slow, read-only work. Runs before the transaction; `run` gets the result. */
  readonly prepare?: (context: QueryContext, request: Request<O>) => Promise<unknown>
  readonly run: (context: MutationContext, request: Request<O>, prepared: unknown) => Promise<unknown>
  /** Turns the result of `run` into the response, after the store is free for other work. */
  readonly conclude: (tried: unknown, context: QueryContext, request: Request<O>) => Promise<R>
}

/** A use case that only adds, and looks at nothing stored: those that come together share a transaction. */
export interface GatheredUseCase<O extends Operation, R> extends Base<O> {
  readonly kind: 'gathered'
  readonly run: (store: GatheringStore, context: QueryContext, request: Request<O>) => Promise<R>
}

/** One operation's deed. It is reached through HTTP and tRPC alike, only by way of `execute`. */
export type UseCase<O extends Operation = Operation, R = unknown> =
  QueryUseCase<O, R> | MutationUseCase<O, R> | TrialUseCase<O, R> | GatheredUseCase<O, R>

/** A use case whose types are of no interest, as lists hold it. */
export type AnyUseCase = Pick<UseCase, 'kind' | 'operation'>

/** Use cases by name, each as it is or as a function that makes it from the services that it needs. */
export type UseCaseList<Services> = Readonly<
  Record<string, AnyUseCase | ((services: Services) => AnyUseCase)>
>

/** The use cases of a list, made. */
export type Made<List> = {
  readonly [Name in keyof List]: List[Name] extends (services: never) => infer Made ? Made : List[Name]
}

/** Makes the use cases of a list with the services that they need. */
export function makeUseCases<Services, List extends UseCaseList<Services>>(
  list: List,
  services: Services,
): Made<List> {
  const made = Object.entries(list).map(([name, one]) => [
    name,
    typeof one === 'function' ? one(services) : one,
  ])
  return Object.fromEntries(made) as Made<List>
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

/** A use case that tries a write out and answers what came of it, before it is taken back. */
export function trial<O extends Operation, R = Result<O>>(
  operation: O,
  run: (context: MutationContext, request: Request<O>) => Promise<R>,
): TrialUseCase<O, R> {
  return { kind: 'trial', operation, run, conclude: async (tried) => tried as R }
}

/** The same, where working out what came of it takes long and needs nothing but what `run` has read. */
export function concludedTrial<O extends Operation, T, R = Result<O>>(
  operation: O,
  run: (context: MutationContext, request: Request<O>) => Promise<T>,
  conclude: (tried: T, context: QueryContext, request: Request<O>) => Promise<R>,
): TrialUseCase<O, R> {
  return {
    kind: 'trial',
    operation,
    run,
    conclude: (tried, context, request) => conclude(tried as T, context, request),
  }
}

/** A trial after a preparation that must not hold up the store. */
export function preparedTrial<O extends Operation, P, R = Result<O>>(
  operation: O,
  prepare: (context: QueryContext, request: Request<O>) => Promise<P>,
  run: (context: MutationContext, request: Request<O>, prepared: P) => Promise<R>,
): TrialUseCase<O, R> {
  return {
    kind: 'trial',
    operation,
    prepare,
    run: (context, request, prepared) => run(context, request, prepared as P),
    conclude: async (tried) => tried as R,
  }
}

/** A use case that writes, after a preparation that must not hold up the store (hashing a password, asking a peer). */
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

interface Gathered<O extends Operation, D, W, R> {
  /** Builds the data to write. Throws an error if the request is invalid. */
  draft: (context: QueryContext, request: Request<O>) => D
  /** Writes all drafts in one transaction, in order. It records no events: use a mutation for those. */
  writeAll: WriteAll<D, W>
  /** The answer, when it is on the disk. */
  conclude: (written: W) => R
}

/** A use case for what comes in great numbers: its writes share transactions, and each is answered for itself. */
export function gathered<O extends Operation, D, W, R = Result<O>>(
  operation: O,
  { draft, writeAll, conclude }: Gathered<O, D, W, R>,
): GatheredUseCase<O, R> {
  const gathering = new Gathering(writeAll)
  return {
    kind: 'gathered',
    operation,
    run: async (store, context, request) => conclude(await gathering.add(store, draft(context, request))),
  }
}

function checkPlace<O extends Operation>({ access, operationId }: O, options: { placeOf?: PlaceOf<O> }) {
  const stored = access.kind === 'permission' && access.place === 'stored'
  if (stored !== (options.placeOf !== undefined)) {
    throw new TypeError(`${operationId}: a place that is stored needs a placeOf, and only such a one`)
  }
  return options
}
