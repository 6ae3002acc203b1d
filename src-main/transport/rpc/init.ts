import { initTRPC, TRPCError } from '@trpc/server'

import type { ErrorRecord } from '#shared/errors/error-table.ts'
import type { Operation } from '#shared/contract/index.ts'
import { rpcTransformer, LargeAnswer, MAX_CHANGES, WriteAnswer } from '#shared/rpc/rpc-transformer.ts'
import { AppError } from '#kernel/app-error.ts'
import type { Caller } from '#kernel/caller.ts'
import type { CommittedEvent } from '#kernel/event.ts'
import { lengthOf } from '#kernel/etag.ts'
import { execute, type Runtime } from '#kernel/execute.ts'
import { isLarge } from '#runtime/is-large.ts'
import { largeJson } from '#runtime/json-in-steps.ts'
import { reporterOf } from '#runtime/report-allowance.ts'
import { collect, hasLongLists, longListsJson, type AsRead } from '#runtime/long-list.ts'
import { streamTo, type StreamSource } from '#kernel/stream.ts'
import { roomInTurn } from '#runtime/turn.ts'
import { callerViewing } from '#kernel/view-as.ts'
import type { AnyUseCase, MutationUseCase, QueryUseCase, DryRunUseCase, UseCase } from '#kernel/use-case.ts'
import type { RpcInput } from '#shared/rpc/rpc-input.ts'
import type { LargeAnswers } from './large-answers.ts'

/** Context of a procedure: the caller, and the runtime that answers. */
export interface RpcContext {
  runtime: Runtime
  caller: Caller
  /** User whose view of the instance an Admin wants to see. */
  viewAs?: number | undefined
  /** Takes large answers, where they are sent in parts. Undefined: each is one text. */
  largeAnswers?: LargeAnswers
  /** Converts any error to an AppError. Logs unexpected errors. */
  toAppError: (error: unknown) => AppError
}

/** The operation that a procedure runs: tests and documents find it by this. */
export interface RpcMeta {
  operation: Operation
}

const t = initTRPC
  .context<RpcContext>()
  .meta<RpcMeta>()
  .create({
    transformer: rpcTransformer,
    errorFormatter: ({ shape, error, ctx }) => ({
      ...shape,
      // the error record of HTTP, never a stack
      data: {
        code: shape.data.code,
        httpStatus: shape.data.httpStatus,
        path: shape.data.path,
        record: recordOf(error.cause, ctx),
      },
    }),
  })

export const router = t.router

function recordOf(cause: unknown, ctx: RpcContext | undefined): ErrorRecord | undefined {
  return cause instanceof AppError ? cause.toRecord(ctx?.caller.requestId ?? '') : undefined
}

const CODES: Record<number, TRPCError['code']> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_SUPPORTED',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'UNPROCESSABLE_CONTENT',
  429: 'TOO_MANY_REQUESTS',
  503: 'SERVICE_UNAVAILABLE',
}

/** Every procedure of the window is for people who are signed in; what they may do is for `execute` to decide. */
const signedIn = t.procedure.use(async ({ ctx, next }) => {
  if (ctx.caller.actor.kind !== 'user')
    throw toTrpcError(new AppError('UnauthorizedError', 'You must log in to use Unleash.'))
  if (ctx.viewAs === undefined) return next()
  try {
    return await next({ ctx: { ...ctx, caller: await callerViewing(ctx.runtime, ctx.caller, ctx.viewAs) } })
  } catch (error) {
    throw toTrpcError(ctx.toAppError(error))
  }
})

/** Makes the context of a request; what fails then is answered as any other error is, with its record. */
export async function contextOf(
  make: () => Promise<RpcContext>,
  asAppError: RpcContext['toAppError'],
): Promise<RpcContext> {
  try {
    return await make()
  } catch (error) {
    throw toTrpcError(asAppError(error))
  }
}

function toTrpcError(error: AppError): TRPCError {
  return new TRPCError({
    code: CODES[error.status] ?? 'INTERNAL_SERVER_ERROR',
    message: error.message,
    cause: error,
  })
}

/** A query of the window: its input are the parts of the operation's request, each checked as over HTTP. */
export function queryOf<O extends Operation, R>(useCase: QueryUseCase<O, R> | DryRunUseCase<O, R>) {
  return ofOperation(useCase)
    .input(asInput<O>)
    .query(({ ctx, input }) => call(ctx, useCase, input))
}

/** The same for a use case that writes, or sends something to another machine. */
export function mutationOf<O extends Operation, R>(
  useCase: MutationUseCase<O, R> | DryRunUseCase<O, R> | QueryUseCase<O, R>,
) {
  return ofOperation(useCase)
    .input(asInput<O>)
    .mutation(({ ctx, input }) => call(ctx, useCase, input))
}

/** The procedures of a list of use cases, by name. */
export type ProceduresOf<List> = {
  readonly [Name in keyof List as List[Name] extends Shown ? Name : never]: ProcedureOf<List[Name]>
}
type ProcedureOf<U> =
  U extends MutationUseCase<infer O, infer R>
    ? ReturnType<typeof mutationOf<O, R>>
    : U extends QueryUseCase<infer O, infer R> | DryRunUseCase<infer O, infer R>
      ? ReturnType<typeof queryOf<O, R>>
      : never
type Shown = { kind: 'query' | 'mutation' | 'dry-run' }

/**
 * Makes a procedure of each use case that people may start, under its name. Trials are queries. What a version of the
 * contract removed has none: it is for the ports that answer as a version before.
 */
export function proceduresOf<List extends Readonly<Record<string, AnyUseCase>>>(
  useCases: List,
): ProceduresOf<List> {
  const procedures = Object.entries(useCases)
    .filter(
      ([
        ,
        {
          kind,
          operation: { audience, lifecycle },
        },
      ]) => kind !== 'batched' && audience === 'admin' && lifecycle.removed === undefined,
    )
    .map(([name, useCase]) => [
      name,
      useCase.kind === 'mutation'
        ? mutationOf(useCase as MutationUseCase<Operation, unknown>)
        : queryOf(useCase as QueryUseCase<Operation, unknown>),
    ])
  return Object.fromEntries(procedures) as ProceduresOf<List>
}

/** Values that a subscription of the window sends. */
export interface Feed<T> extends StreamSource<T> {
  paceMs?: number
}

/**
 * Creates a subscription for the window. It ends with 401 as soon as its session ends or the user loses
 * access.
 */
export function subscriptionOf<T>(feedOf: (context: Pick<RpcContext, 'runtime' | 'caller'>) => Feed<T>) {
  return signedIn.subscription(async function* ({ ctx, signal }) {
    const { paceMs = 0, ...source } = feedOf(ctx)
    const end = yield* streamTo(ctx.runtime.rechecks, ctx.caller, source, { signal, paceMs })
    if (end === 'refused')
      throw toTrpcError(new AppError('UnauthorizedError', 'You must log in to use Unleash.'))
  })
}

/** A query of the window for what no operation answers, and everybody who is signed in may see. */
export const infoOf = <T>(read: () => T | Promise<T>) => signedIn.query(() => read())

const ofOperation = ({ operation }: { operation: Operation }) => signedIn.meta({ operation })

/** Only gives the input its type: what it is like, `execute` checks. */
const asInput = <O extends Operation>(input: unknown) => input as RpcInput<O>

async function call<O extends Operation, R>(
  ctx: RpcContext,
  useCase: UseCase<O, R>,
  input: unknown,
): Promise<AsRead<R>> {
  const flight = ctx.runtime.inFlight.begin(reporterOf(ctx.caller.viewer ?? ctx.caller.actor))
  try {
    const parts = typeof input === 'object' && input !== null ? input : {}
    if (useCase.kind === 'query') await roomInTurn()
    const events: CommittedEvent[] = []
    const note = (written: readonly CommittedEvent[]) => events.push(...written)
    const caller = { ...ctx.caller, flight }
    const answer = await inSteps(ctx, await execute(ctx.runtime, useCase, caller, parts, note))
    return events.length === 0 ? answer : withChanges(ctx, answer, events)
  } catch (error) {
    throw toTrpcError(ctx.toAppError(error))
  } finally {
    flight.finish()
  }
}

/** Adds the changes of a write that the caller may see. The types go on speaking of the answer: the window unwraps it. */
function withChanges<R>({ runtime, caller }: RpcContext, answer: R, events: readonly CommittedEvent[]): R {
  const hidden = runtime.hiddenFrom(caller.actor)
  const changes = events
    .filter(({ project }) => project === undefined || !hidden.has(project))
    .slice(0, MAX_CHANGES + 1)
    .map(({ id, type, project, featureName }) => ({
      id,
      type,
      ...(project === undefined ? {} : { project }),
      ...(featureName === undefined ? {} : { featureName }),
    }))
  return new WriteAnswer(answer, changes) as R
}

/** Bytes of an answer that tRPC may write itself. */
const SMALL = 64 * 1024

/** Makes JSON of a large answer before tRPC would, in one turn. The types go on speaking of the answer: both ends of the wire turn it back into one. */
async function inSteps<R>({ largeAnswers }: RpcContext, answer: R): Promise<AsRead<R>> {
  if (!hasLongLists(answer) && !isLarge(answer)) return answer as AsRead<R>
  const parts = hasLongLists(answer) ? await collect(longListsJson(answer)) : await largeJson(answer)
  if (lengthOf(parts) <= SMALL) return JSON.parse(Buffer.concat(parts).toString()) as AsRead<R>
  const text = largeAnswers ? largeAnswers.keep(parts) : Buffer.concat(parts).toString()
  return new LargeAnswer(text) as AsRead<R>
}
