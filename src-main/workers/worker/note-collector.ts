import { EvaluationLog, type RequestFacts } from '#domains/clients/evaluation-log/evaluation-log.ts'
import { SdkRevisions, type SdkNames } from '#domains/clients/propagation/sdk-revisions.ts'
import { MAX_NAME, type Use, type UsageSink } from '#domains/clients/remote-evaluation/remote-usage.ts'
import type { SeenCall } from '#domains/clients/seen-contexts/seen-contexts.ts'
import { hourOf } from '#domains/flags/metrics/feature-metrics.read-model.ts'
import type { Actor } from '#kernel/caller.ts'
import type { HttpExchange, WatchedRequest } from '#kernel/request-watch.ts'
import { compositeKey } from '#shared/composite-key.ts'
import { ownValue } from '#shared/own-value.ts'
import type { MeasuredRequest } from '#transport/http/metrics-route.ts'
import type {
  AnswerCount,
  CallCount,
  EndedStream,
  LoggedAnswer,
  LoggedEvaluation,
  MeasuredAnswers,
  NotedContext,
  NotedRevision,
  NotedUse,
  WorkerNotes,
} from '../notes.ts'

/** Bounds of what waits until it is sent: as much as the main process keeps of a second, or of ten. */
const MAX = {
  answers: 200,
  measured: 5000,
  calls: 2000,
  requests: 150,
  evaluations: 60,
  contexts: 1000,
  revisions: 5000,
  uses: 5000,
}

/** Headers by which a program is known. */
const NAMES = ['user-agent', 'unleash-sdk', 'unleash-appname'] as const

type Counted<T> = Map<string, T & { count: number }>

/** Hash of the token of an actor. */
export const tokenOf = (actor: Actor | undefined): string | undefined =>
  actor && 'tokenHash' in actor ? actor.tokenHash : undefined

/**
 * Collects what the main process keeps of answered requests. Equal ones are counted. What is beyond the bounds is left out: lists of the
 * latest lose the oldest, as they would in the main process.
 */
export class NoteCollector {
  #answers: Counted<AnswerCount> = new Map()
  #measured = new Map<string, MeasuredAnswers>()
  #measuredCount = 0
  #calls: Counted<CallCount> = new Map()
  #requests: WatchedRequest[] = []
  #evaluations: (RequestFacts & { count: number })[] = []
  #contexts: Counted<NotedContext> = new Map()
  /** Environments of which contexts were left out, with the last time. */
  #contextGaps = new Map<string, number>()
  #revisions = new Map<string, NotedRevision>()
  #uses: Counted<NotedUse> = new Map()

  get isEmpty(): boolean {
    // a stream has revisions between its answer and its end
    return this.#answers.size + this.#revisions.size === 0
  }

  readonly noteAnswer = (url: string, status: number): void => {
    // counts are by parts of the API: names of flags would be too many
    const path = BEGIN.exec(pathOf(url))?.[0] ?? ''
    count(this.#answers, MAX.answers, compositeKey(String(status), path), () => ({ path, status, count: 0 }))
  }

  readonly noteMeasured = ({ method, route, status, ms }: MeasuredRequest): void => {
    if (this.#measuredCount >= MAX.measured) return
    const key = compositeKey(method, String(status), route)
    const known = this.#measured.get(key)
    if (known) known.ms.push(ms)
    else this.#measured.set(key, { method, route, status, ms: [ms] })
    this.#measuredCount += 1
  }

  readonly noteCall = ({ actor, operation, status, request, body }: HttpExchange): void => {
    const token = tokenOf(actor)
    if (token === undefined || !operation) return
    const { operationId } = operation
    const headers = textsIn(request.headers, NAMES)
    const query = textsIn(request.query, ['appName', 'environment'])
    const environment = ownText(ownObject(body, 'context'), 'environment')
    const key = JSON.stringify([token, operationId, status, headers, query, environment])
    count(this.#calls, MAX.calls, key, () => ({
      token,
      operationId,
      method: request.method,
      path: pathOf(request.url),
      status,
      headers,
      query,
      ...(environment === undefined ? {} : { body: { context: { environment } } }),
      count: 0,
    }))
  }

  readonly noteRequest = (request: WatchedRequest): void => {
    this.#requests.push(request)
    if (this.#requests.length > 2 * MAX.requests) this.#requests = this.#requests.slice(-MAX.requests)
  }

  noteEvaluation(call: RequestFacts): void {
    const latest = this.#evaluations.at(-1)
    if (latest && isLike(latest, call)) {
      latest.count += 1
      latest.at = call.at
      return
    }
    this.#evaluations.push({ ...call, count: 1 })
    if (this.#evaluations.length > 2 * MAX.evaluations)
      this.#evaluations = this.#evaluations.slice(-MAX.evaluations)
  }

  noteContext({ at, ...call }: SeenCall): void {
    const key = JSON.stringify([call.environment, call.projects, call.origin, call.reporter, call.context])
    const noted = count(this.#contexts, MAX.contexts, key, () => ({ ...call, at: 0, count: 0 }))
    if (noted) noted.at = at.getTime()
    else this.#contextGaps.set(call.environment, at.getTime())
  }

  noteRevision(noted: NotedRevision): void {
    const key = keyOf(noted)
    if (this.#revisions.size < MAX.revisions || this.#revisions.has(key)) this.#revisions.set(key, noted)
  }

  noteUse(token: string, { evaluation, appName, audiences, now }: Use): void {
    const { name: flag, enabled, variant } = evaluation
    // longer names count as none
    const app = appName !== undefined && appName.length <= MAX_NAME ? { appName } : {}
    const result = { flag, enabled, ...(variant.enabled ? { variant: variant.name } : {}) }
    const at = now.getTime()
    const key = JSON.stringify([token, result, app, audiences, hourOf(now)])
    const noted = count(this.#uses, MAX.uses, key, () => ({
      ...{ token, ...result, ...app, audiences },
      ...{ at, count: 0 },
    }))
    if (noted) noted.at = at
  }

  /** Drops what waits of a stream that has ended. */
  dropStream(ended: EndedStream): void {
    this.#revisions.delete(keyOf({ ...ended, way: 'stream' }))
  }

  /** Takes everything that waits. */
  take(): WorkerNotes {
    const notes: WorkerNotes = {
      answers: [...this.#answers.values()],
      measured: [...this.#measured.values()],
      calls: [...this.#calls.values()],
      requests: this.#requests.slice(-MAX.requests).map(toLogged),
      evaluations: this.#evaluations.slice(-MAX.evaluations).map(toEvaluation),
      contexts: [...this.#contexts.values()],
      contextGaps: Array.from(this.#contextGaps, ([environment, at]) => ({ environment, at })),
      revisions: [...this.#revisions.values()],
      uses: [...this.#uses.values()],
    }
    this.#answers = new Map()
    this.#measured = new Map()
    this.#measuredCount = 0
    this.#calls = new Map()
    this.#requests = []
    this.#evaluations = []
    this.#contexts = new Map()
    this.#contextGaps = new Map()
    this.#revisions = new Map()
    this.#uses = new Map()
    return notes
  }
}

/** Has evaluations noted for the main process. */
export class NotedEvaluations extends EvaluationLog {
  readonly #notes: NoteCollector

  constructor(notes: NoteCollector) {
    super()
    this.#notes = notes
  }

  override note(call: RequestFacts): void {
    this.#notes.noteEvaluation(call)
  }
}

/** Has the revisions that SDKs got noted for the main process. */
export class NotedRevisions extends SdkRevisions {
  readonly #notes: NoteCollector
  readonly #onLeft: (ended: EndedStream) => void

  /** `onLeft` is called when a stream ends. */
  constructor(
    configuration: ConstructorParameters<typeof SdkRevisions>[0],
    notes: NoteCollector,
    onLeft: (ended: EndedStream) => void,
  ) {
    super(configuration)
    this.#notes = notes
    this.#onLeft = onLeft
  }

  override note(
    { actor }: Parameters<SdkRevisions['note']>[0],
    names: SdkNames,
    { at, way, environment, projects, revision }: Parameters<SdkRevisions['note']>[2],
  ): void {
    const token = tokenOf(actor)
    if (token === undefined || actor.kind !== 'backend-token') return
    this.#notes.noteRevision({ token, way, names, environment, projects, revision, at: at.getTime() })
  }

  override end(
    { actor }: Parameters<SdkRevisions['end']>[0],
    names: SdkNames,
    { environment }: Parameters<SdkRevisions['end']>[2],
  ): void {
    const token = tokenOf(actor)
    if (token === undefined || actor.kind !== 'backend-token') return
    const ended = { token, names, environment }
    this.#notes.dropStream(ended)
    this.#onLeft(ended)
  }
}

const keyOf = ({ token, way, names, environment }: EndedStream & Pick<NotedRevision, 'way'>) =>
  JSON.stringify([token, way, names, environment])

/** Has evaluations of single flags noted for the main process. */
export class NotedUsage implements UsageSink {
  readonly #notes: NoteCollector

  constructor(notes: NoteCollector) {
    this.#notes = notes
  }

  note(actor: Actor, use: Use): void {
    const token = tokenOf(actor)
    if (token !== undefined) this.#notes.noteUse(token, use)
  }
}

/** Counts something once more; undefined: there is no room for another one. */
function count<T>(
  counts: Counted<T>,
  most: number,
  key: string,
  make: () => T & { count: number },
): (T & { count: number }) | undefined {
  let known = counts.get(key)
  if (!known) {
    if (counts.size >= most) return undefined
    known = make()
    counts.set(key, known)
  }
  known.count += 1
  return known
}

const isLike = (a: RequestFacts, b: RequestFacts) =>
  a.kind === b.kind &&
  a.tokenName === b.tokenName &&
  a.appName === b.appName &&
  a.environment === b.environment &&
  a.status === b.status &&
  a.revision === b.revision &&
  JSON.stringify(a.context) === JSON.stringify(b.context)

/** The part of the API that a path is of. */
const BEGIN = /^(?:\/[^/]*){1,3}/

const pathOf = (url: string) => url.split('?', 1)[0] ?? ''

function toEvaluation({ at, answered, ...facts }: RequestFacts & { count: number }): LoggedEvaluation {
  return { ...facts, at: at.getTime(), isExplained: answered !== undefined }
}

export function toLogged({
  actor,
  operation,
  refusal,
  port,
  status,
  ms,
  bytes,
  ...request
}: WatchedRequest): LoggedAnswer {
  const token = tokenOf(actor)
  const { method, url, path, headers, ip } = request
  const retryAfter = refusal?.headers['retry-after']
  return {
    ...(token === undefined ? {} : { token }),
    ...(operation === undefined ? {} : { operationId: operation.operationId }),
    method,
    url,
    path,
    headers,
    ip,
    ...(port === undefined ? {} : { port }),
    ...(status === undefined ? {} : { status }),
    ...(ms === undefined ? {} : { ms }),
    ...(bytes === undefined ? {} : { bytes }),
    ...(refusal
      ? {
          refusal: {
            name: refusal.name,
            message: refusal.message,
            details: refusal.details,
            ...(retryAfter === undefined ? {} : { retryAfter }),
          },
        }
      : {}),
  }
}

const ownObject = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? ownValue(value, name) : undefined

function ownText(value: unknown, name: string): string | undefined {
  const found = ownObject(value, name)
  return typeof found === 'string' ? found : undefined
}

/** The texts of some names. */
function textsIn(value: unknown, names: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {}
  for (const name of names) {
    const text = ownText(value, name)
    if (text !== undefined) found[name] = text
  }
  return found
}
