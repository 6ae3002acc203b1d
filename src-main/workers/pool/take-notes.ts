import type { TokenDirectory } from '#domains/access/api-tokens/token-directory.ts'
import type { ClientConfiguration } from '#domains/clients/client-api/client-configuration.ts'
import type { EvaluationLog } from '#domains/clients/evaluation-log/evaluation-log.ts'
import type { SdkRevisions } from '#domains/clients/propagation/sdk-revisions.ts'
import type { UsageSink } from '#domains/clients/remote-evaluation/remote-usage.ts'
import type { SeenContexts } from '#domains/clients/seen-contexts/seen-contexts.ts'
import { AppError } from '#kernel/app-error.ts'
import type { Actor } from '#kernel/caller.ts'
import type { HttpExchange, RequestWatch, WatchedRequest } from '#kernel/request-watch.ts'
import { OPERATIONS, type Operation } from '#shared/contract/index.ts'
import type { MeasuredRequest, ServedMetrics } from '#transport/http/metrics-route.ts'
import type { LoggedAnswer, LoggedEvaluation, NotedUse, WorkerNotes } from '../notes.ts'

/** Logs, counts and directories of the main process that keep notes of requests. */
export interface NoteKeepers {
  tokens: Pick<TokenDirectory, 'actorOfHash'>
  configuration: Pick<ClientConfiguration, 'of' | 'keeps'>
  evaluationLog: Pick<EvaluationLog, 'note'>
  seenContexts: Pick<SeenContexts, 'note' | 'noteGap'>
  sdkRevisions: Pick<SdkRevisions, 'note' | 'end'>
  remoteUsage: UsageSink
  requestLog: RequestWatch
  contract: string
  metrics: ServedMetrics | undefined
  /** Absent: nobody counts them. */
  noteMeasured?: ((request: MeasuredRequest) => void) | undefined
  noteCall: (call: HttpExchange) => void
  noteTraffic: (url: string, status: number) => void
}

const operationOf = new Map<string, Operation>(
  OPERATIONS.map((operation) => [operation.operationId, operation]),
)

/** Keeps what a worker noted, as if the main process had answered. */
export function takeNotes(notes: WorkerNotes, keepers: NoteKeepers, now: Date): void {
  const actorOf = (token: string): Actor | undefined => keepers.tokens.actorOfHash(token, now)
  for (const { path, status, count } of notes.answers)
    for (let index = 0; index < count; index += 1) keepers.noteTraffic(path, status)
  for (const { ms, ...measured } of notes.measured)
    for (const one of ms) {
      keepers.noteMeasured?.({ ...measured, ms: one })
      void keepers.metrics?.note({ ...measured, ms: one })
    }
  noteCalls(notes, keepers, actorOf)
  if (keepers.requestLog.isOn)
    for (const one of notes.requests) keepers.requestLog.note(toWatched(one, keepers.contract, actorOf))
  for (const one of notes.evaluations) void noteEvaluation(one, keepers)
  for (const { at, count, ...context } of notes.contexts)
    keepers.seenContexts.note({ ...context, at: new Date(at), count })
  for (const { environment, at } of notes.contextGaps)
    keepers.seenContexts.noteGap(environment, new Date(at).toISOString())
  for (const { token, names, at, ...delivery } of notes.revisions) {
    const actor = actorOf(token)
    if (actor) keepers.sdkRevisions.note({ actor }, names, { ...delivery, at: new Date(at) })
  }
  for (const one of notes.uses) noteUse(one, keepers, actorOf)
}

function noteUse(
  { token, flag, enabled, variant, appName, audiences, at, count }: NotedUse,
  { remoteUsage }: NoteKeepers,
  actorOf: (token: string) => Actor | undefined,
): void {
  const actor = actorOf(token)
  if (!actor || !('environment' in actor)) return
  remoteUsage.note(actor, {
    evaluation: {
      name: flag,
      enabled,
      variant: { name: variant ?? '', enabled: variant !== undefined },
    },
    ...{ appName, scope: actor, audiences, now: new Date(at), count },
  })
}

function noteCalls(
  { calls }: WorkerNotes,
  { contract, noteCall }: NoteKeepers,
  actorOf: (token: string) => Actor | undefined,
): void {
  for (const { token, operationId, method, path, status, headers, query, body, count } of calls) {
    const [actor, operation] = [actorOf(token), operationOf.get(operationId)]
    // of a token that was deleted meanwhile
    if (!actor || !operation) continue
    const request = { method, url: path, headers, query }
    const call = { request, body, operation, actor, isAdmitted: true, status, contract }
    for (let index = 0; index < count; index += 1) noteCall(call)
  }
}

/** Restores a request for the request log. */
export function toWatched(
  { token, operationId, refusal, port, status, ms, bytes, ...request }: LoggedAnswer,
  contract: string,
  actorOf: (token: string) => Actor | undefined,
): WatchedRequest {
  const actor = token === undefined ? undefined : actorOf(token)
  return {
    ...request,
    ...{ port, status, ms, bytes },
    params: {},
    contract,
    operation: operationId === undefined ? undefined : operationOf.get(operationId),
    actor,
    presented: token !== undefined,
    refusal:
      refusal &&
      new AppError(refusal.name, refusal.message, {
        details: [...refusal.details],
        headers: refusal.retryAfter === undefined ? {} : { 'retry-after': refusal.retryAfter },
      }),
    bodies: undefined,
  }
}

/** Adds the configuration that the answer was made from, unless it has changed meanwhile, or cannot be read. Never rejects. */
async function noteEvaluation(
  { at, count, isExplained, ...facts }: LoggedEvaluation,
  { evaluationLog, configuration }: NoteKeepers,
): Promise<void> {
  const { environment, revision } = facts
  const isHere = isExplained && configuration.keeps(environment)
  const answered = isHere ? await configuration.of(environment).catch(() => undefined) : undefined
  evaluationLog.note({
    ...facts,
    at: new Date(at),
    count,
    ...(answered?.revision === revision ? { answered } : {}),
  })
}
