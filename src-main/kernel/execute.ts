import type { HiddenProjects, Requirement } from '#shared/access/rules/index.ts'
import type { Operation, Request, Result } from '#shared/contract/index.ts'
import { requirementsAt } from '#shared/contract-engine/access.ts'
import type { RequestPlace } from '#shared/contract-engine/place.ts'
import type { Queries } from '#store/queries.ts'
import { finishCommit, type PostCommitWork, type Effect } from './after-commit.ts'
import { AppError, notFound } from './app-error.ts'
import { nameOf, SYSTEM, type Actor, type Caller } from './caller.ts'
import type { Clock } from './clock.ts'
import type { CommittedEvent, NewEvent } from './event.ts'
import type { CommitTurn, EventBus, EventListener } from './event-bus.ts'
import { decideFor, refuseUnless, requirePermission, unaware, type Subjects } from './decide-for.ts'
import type { Guard, WriteJudge } from './guard.ts'
import type { Ids } from './ids.ts'
import { during, type InFlight } from '#runtime/in-flight.ts'
import type { Limits } from './limits.ts'
import type { Logger } from './logger.ts'
import type { LoopWatch } from '#runtime/loop-watch.ts'
import { parseForCaller, parseRequest, type RawRequest } from './parse-request.ts'
import type { AccessRechecks } from './access-rechecks.ts'
import { placeOf, placeOfNamed } from './place-of.ts'
import { RolledBack } from './rolled-back.ts'
import { streamTo } from './stream.ts'
import { inSpan } from './tracing/in-span.ts'
import type { Tracer } from './tracing/span.ts'
import { readsStore, type MutationContext, type MutationUseCase } from './use-case.ts'
import type { QueryContext, Restored, UseCase } from './use-case.ts'

/** Dependencies of `execute` on the rest of the program. Assembled in app. */
export interface Runtime extends Subjects {
  readonly store: {
    readonly queries: Queries
    transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>
    savepoint<T>(queries: Queries, work: () => Promise<T>): Promise<T>
    durable(): Promise<void>
  }
  readonly clock: Clock
  readonly ids: Ids
  readonly limits: Limits
  readonly logger: Logger
  readonly bus: EventBus
  /** Wakes what goes on after its reply, so that it checks its caller again. */
  readonly rechecks: AccessRechecks
  /** Knows what runs, to say by what the event loop was blocked. */
  readonly loop: Pick<LoopWatch, 'begin' | 'end'>
  /** Begins traces of what no request caused. Undefined: nothing is traced. */
  readonly tracer?: Tracer | undefined
  readonly guards: readonly Guard[]
  readonly judge: WriteJudge
  /**
   * Finds the use case that runs an operation as part of another. Throws TypeError if the operation writes
   * nothing.
   */
  mutationOf<O extends Operation>(operation: O): MutationUseCase<O, Result<O>>
  /** Writes reports of SDKs that wait in memory; undefined: none do. Never rejects. */
  settleReports?: () => Promise<void> | undefined
  /** Waits until the processes that answer SDKs know what was written; undefined: they do, or there are none. Never rejects. */
  settleWorkers?: () => Promise<void> | undefined
  /** Projects that the actor does not see (docs/contract/projects.md#collaboration-modes). */
  hiddenFrom(actor: Actor): HiddenProjects
  /** The same data without those projects. */
  hideProjects(queries: Queries, hidden: HiddenProjects): Queries
  /** The same data, for reading alone. */
  readOnly(queries: Queries): Queries
  /** Bounds what requests hold in memory at a time. */
  readonly inFlight: InFlight
  /** User with this id, or undefined. */
  actorOf(userId: number): Promise<Actor | undefined>
  /** Writes the events into the transaction of the write they tell of, under the id of that write. */
  recordEvents(
    queries: Queries,
    caller: Caller,
    write: { now: Date; writeId: string },
    events: readonly NewEvent[],
  ): Promise<CommittedEvent[]>
}

/**
 * Runs an operation in the only pipeline: parse, authorise, transaction, run, events, commit, durable, reply
 * (docs/architecture.md, idea 2). Throws AppError for every rejected request; nothing is then half-written.
 * `onEvents` gets the events of a write before the result is returned.
 */
export async function execute<O extends Operation, R>(
  runtime: Runtime,
  useCase: UseCase<O, R>,
  caller: Caller,
  raw: RawRequest,
  onEvents?: EventListener,
): Promise<R> {
  const { operationId } = useCase.operation
  runtime.loop.begin(operationId)
  try {
    const { flight } = caller
    if (readsStore(useCase)) await flight?.enter()
    return await inSpan(operationId, runtime, () =>
      during(flight, () => run(runtime, useCase, caller, raw, onEvents)),
    )
  } finally {
    runtime.loop.end(operationId)
  }
}

async function run<O extends Operation, R>(
  runtime: Runtime,
  useCase: UseCase<O, R>,
  caller: Caller,
  raw: RawRequest,
  onEvents?: EventListener,
): Promise<R> {
  const context = queryContext(runtime, caller)
  const request = await parseForCaller(useCase.operation, raw, {
    demandAt: (place) => demandAt(runtime, useCase.operation, context, place),
    findStored: (named) => placeOfNamed(useCase, context, named),
  })
  if (readsReports(caller.actor)) await runtime.settleReports?.()
  const isHidden = await admit(runtime, useCase, context, request)
  if (useCase.kind === 'query') return useCase.run(context, request)
  if (useCase.kind !== 'dry-run') refuseToViewer(caller)
  if (useCase.kind === 'batched') return useCase.run(runtime.store, context, request)
  if (useCase.kind === 'buffered')
    return useCase.run(context, request, (part) => write(runtime, context, part, onEvents))

  const prepared = await useCase.prepare?.(context, request)
  const runAsSeen = (own: MutationContext) =>
    useCase.run(isHidden ? { ...own, everything: own.visible } : own, request, prepared)
  if (useCase.kind === 'dry-run')
    return useCase.conclude(await tryOut(runtime, context, runAsSeen), context, request)
  // a write on hidden items is tried and rolled back, so that the caller gets the usual error
  if (isHidden) return (await tryOut(runtime, context, runAsSeen)) as R
  return write(runtime, context, (own) => useCase.run(own, request, prepared), onEvents)
}

/** Checks that a caller may read what SDKs reported, and so reads all that was reported before. */
const readsReports = ({ kind }: Actor) => kind === 'user' || kind === 'admin-token'

/** Runs a write of the service itself, such as a job. From the transaction on, it is like any other write. */
export async function writeAsSystem<R>(
  runtime: Runtime,
  run: (context: MutationContext) => Promise<R>,
): Promise<R> {
  return (await commitAsSystem(runtime, run)).finished
}

/**
 * Runs a write of the service itself up to its commit. The caller may begin its next write before this one is finished: the two then
 * share what is waited for.
 */
export function commitAsSystem<R>(
  runtime: Runtime,
  run: (context: MutationContext) => Promise<R>,
): Promise<Committed<R>> {
  const caller: Caller = { actor: SYSTEM, requestId: runtime.ids.uuid() }
  return commit(runtime, queryContext(runtime, caller), run)
}

async function write<R>(
  runtime: Runtime,
  context: QueryContext,
  run: (context: MutationContext) => Promise<R>,
  onEvents?: EventListener,
): Promise<R> {
  return (await commit(runtime, context, run, onEvents)).finished
}

/** A write in the database, which nobody but it knows of. */
interface Committed<R> {
  /** Resolves after sync, effects and publishing, in the order of the commits. Rejects if the write may not be on the disk. */
  readonly finished: Promise<R>
}

/** Transaction, run, events, commit. */
async function commit<R>(
  runtime: Runtime,
  context: QueryContext,
  run: (context: MutationContext) => Promise<R>,
  onEvents?: EventListener,
): Promise<Committed<R>> {
  const { caller } = context
  let turn: CommitTurn | undefined
  let committed: { result: R } & PostCommitWork
  try {
    committed = await runtime.store.transaction(async (queries) => {
      // the store may run this again, when others wrote in between (ADR 36): each run begins anew
      turn?.leave()
      turn = undefined
      const { recorded, writeId, ...outcome } = emptyOutcome(runtime)
      const result = await run(mutationContext(runtime, context, queries, { recorded, writeId, ...outcome }))
      if (recorded.length > 0) recorded.push(...(await runtime.judge(queries, context, recorded)))
      const events =
        recorded.length > 0
          ? await runtime.recordEvents(queries, caller, { now: context.now, writeId: writeId() }, recorded)
          : []
      turn = runtime.bus.takeTurn()
      return { ...outcome, result, events, turn }
    })
  } catch (error) {
    turn?.leave() // the commit itself failed
    throw error
  }
  // after the disk, before the reply: nobody sees what a power cut could undo, and the caller reads its own write
  const finish = async () => {
    try {
      await finishCommit(runtime, committed)
    } finally {
      runtime.rechecks.noteWrite()
    }
    // what another process answers from then on follows from this write, too
    await runtime.settleWorkers?.()
    onEvents?.(committed.events)
    return committed.result
  }
  return { finished: finish() }
}

/** Events and effects of a write, in order. They are sent once the write is committed. */
interface Outcome {
  readonly recorded: NewEvent[]
  readonly effects: Effect[]
  readonly laterEffects: Effect[]
  /** Id of the write, made when it is first asked for. */
  readonly writeId: () => string
}

function emptyOutcome({ ids }: Pick<Runtime, 'ids'>): Outcome {
  let made: string | undefined
  return { recorded: [], effects: [], laterEffects: [], writeId: () => (made ??= ids.ulid()) }
}

function mutationContext(
  runtime: Runtime,
  context: QueryContext,
  queries: Queries,
  { recorded, effects, laterEffects, writeId }: Outcome,
): MutationContext {
  const own: MutationContext = {
    ...context,
    ...rightsOf(runtime, context.caller.actor, queries),
    record: (event) => recorded.push(event),
    position: () => ({ writeId: writeId(), index: recorded.length }),
    onCommit: (effect) => effects.push(effect),
    onPublished: (effect) => laterEffects.push(effect),
    attempt: async (part) => {
      const before = [recorded, effects, laterEffects].map((list) => [list, list.length] as const)
      try {
        return await runtime.store.savepoint(queries, part)
      } catch (error) {
        for (const [list, length] of before) list.length = length
        throw error
      }
    },
    performAs: (actor, operation, raw, options) =>
      perform(runtime, own, actor, operation, raw, options?.restored),
  }
  return own
}

/** The pipeline once more, for a call that is part of another one's transaction. */
async function perform<O extends Operation>(
  runtime: Runtime,
  outer: MutationContext,
  actor: Actor,
  operation: O,
  raw: RawRequest,
  restored?: Restored,
): Promise<Result<O>> {
  const useCase = runtime.mutationOf(operation)
  const request = parseRequest(useCase.operation, raw)
  const context: MutationContext = {
    ...outer,
    ...rightsOf(runtime, actor, outer.everything),
    caller: { ...outer.caller, actor },
    restored,
    record: (event) => outer.record({ by: actor, ...event }),
  }
  // a part of another operation's write cannot run with fewer permissions
  if (await admit(runtime, useCase, context, request)) throw notFound('No project found')
  const prepared = await useCase.prepare?.(context, request)
  return useCase.run(context, request, prepared)
}

async function tryOut<R>(
  runtime: Runtime,
  context: QueryContext,
  run: (context: MutationContext) => Promise<R>,
): Promise<R> {
  try {
    return await runtime.store.transaction(async (queries) => {
      throw new RolledBack(await run(mutationContext(runtime, context, queries, emptyOutcome(runtime))))
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.result as R
    throw error
  }
}

function queryContext(runtime: Runtime, caller: Caller): QueryContext {
  const { ids, limits, store } = runtime
  return {
    caller,
    ...rightsOf(runtime, caller.actor, runtime.readOnly(store.queries)),
    now: runtime.clock.now(),
    ids,
    limits,
    logger: runtime.logger,
    renew: () => queryContext(runtime, caller),
    stream: (source, options) => streamTo(runtime.rechecks, caller, source, options),
  }
}

type Rights = Pick<QueryContext, 'may' | 'demand' | 'hidden' | 'visible' | 'everything'>

/**
 * Builds the rights of an actor: permissions, and the data it can see. `queries` is the store or a
 * transaction.
 */
function rightsOf(runtime: Runtime, actor: Actor, queries: Queries): Rights {
  const may = (requirement: Requirement) => decideFor(runtime, actor, requirement)
  const hidden = runtime.hiddenFrom(actor)
  return {
    may,
    demand: (requirement) => requirePermission(runtime, actor, requirement),
    hidden,
    visible: runtime.hideProjects(queries, hidden),
    everything: queries,
  }
}

/**
 * The permission for the operation, then the vetoes. Returns true if the operation's place is a private project
 * hidden from the caller. The operation still runs, on the data the caller can see. The caller therefore gets the
 * same response as for a project that does not exist.
 */
async function admit<O extends Operation, R>(
  runtime: Runtime,
  useCase: UseCase<O, R>,
  context: QueryContext,
  request: Request<O>,
): Promise<boolean> {
  const place = await placeOf(useCase, context, request)
  const isHidden = demandAt(runtime, useCase.operation, context, place)
  for (const guard of runtime.guards)
    await guard(useCase.operation, context.caller, request, context.visible, place)
  return isHidden
}

/**
 * Demands the permission for an operation at a place; at a hidden one, as if it did not exist. Returns true if it is hidden. Throws
 * PermissionError.
 */
function demandAt(
  runtime: Runtime,
  { access }: Operation,
  { caller, hidden, demand }: QueryContext,
  place: RequestPlace,
): boolean {
  const isHidden = place.project !== undefined && hidden.has(place.project)
  for (const requirement of requirementsAt(access, place)) {
    if (isHidden) refuseUnless(decideFor(runtime, caller.actor, requirement, unaware))
    else demand(requirement)
  }
  return isHidden
}

/** Rejects changes from a viewer who sees the instance as another user. Throws OperationDeniedError. */
function refuseToViewer({ viewer, actor }: Caller): void {
  if (viewer === undefined) return
  throw new AppError(
    'OperationDeniedError',
    `You see the instance as ${nameOf(actor)} does, read-only. Stop that to make changes.`,
  )
}
