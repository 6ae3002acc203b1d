import type { Request } from '#shared/contract/index.ts'
import type { getRequestLog } from '#shared/instance/contract/request-log.ts'
import type {
  LoggedRequest,
  LoggedRequestDetails,
  RequestLogState,
} from '#shared/instance/schemas/request-log.ts'
import type { Clock } from '#kernel/clock.ts'
import { mapInSteps } from '#runtime/in-steps.ts'
import { OwnChanges } from '#runtime/own-changes.ts'
import type { EndOfStream, RequestWatch, WatchedRequest } from '#kernel/request-watch.ts'
import type { Queries } from '#store/queries.ts'
import { readSetting } from '#store/setting-rows.ts'
import { decisionOf, refusedBy } from './decision-of.ts'
import { matches } from './find-requests.ts'
import { keepRequest, type KeptRequest } from './kept-request.ts'
import { RecordedBodies } from './recorded-bodies.ts'
import { replayOf, type ProcedureKindOf } from './replay-of.ts'
import { RequestRing } from './request-ring.ts'
import { isSecretName, maskText, maskUrl } from '#kernel/mask-secrets.ts'
import { CENSORED } from '#kernel/censor-secrets.ts'

export const REQUEST_LOG_SETTING = 'request-log'

/** Refused requests have a ring of their own: else polls of SDKs would push them out within seconds. */
const ANSWERED = { capacity: 1500, maxSize: 3 * 1024 * 1024 }
const REFUSED = { capacity: 500, maxSize: 1024 * 1024 }
const DEFAULT_LIMIT = 100

type Filters = Request<typeof getRequestLog>['query']

/** Headers that hold a URL. */
const URLS = new Set(['referer', 'origin'])

/** Describes a kept request for the list, with its secrets masked. */
const toLoggedRequest = (kept: KeptRequest): LoggedRequest => (kept.shown ??= describe(kept))

function describe(kept: KeptRequest): LoggedRequest {
  const header = (name: string) => {
    const value = kept.headers.find((_text, index) => index % 2 === 1 && kept.headers[index - 1] === name)
    return value === undefined ? null : maskText(value)
  }
  return {
    id: kept.id,
    at: new Date(kept.at).toISOString(),
    method: kept.method,
    path: maskUrl(kept.url),
    operationId: kept.operation?.operationId ?? null,
    caller: kept.caller,
    callerName: kept.callerName ?? null,
    ip: kept.ip,
    userAgent: header('user-agent'),
    sdk: header('unleash-sdk'),
    appName: header('unleash-appname'),
    port: kept.port ?? null,
    contract: kept.contract,
    status: kept.status ?? null,
    durationMs: kept.ms === undefined ? null : Math.round(kept.ms * 100) / 100,
    requestBytes: Math.trunc(Number(header('content-length')) || 0),
    responseBytes: kept.status === undefined ? null : (kept.bytes ?? null),
    project: kept.project ?? null,
    environment: kept.environment ?? null,
    refusedBy: refusedBy(kept) ?? null,
    reason: kept.refusal?.message ?? null,
  }
}

/** Lists the headers of a request, with secrets masked by name and by form. */
function headersOf({ headers }: KeptRequest): { name: string; value: string }[] {
  return headers.flatMap((name, index) => {
    if (index % 2 === 1) return []
    const value = headers[index + 1] ?? ''
    return [{ name: maskText(name), value: isSecretName(name) ? CENSORED : masked(name, value) }]
  })
}

function masked(name: string, value: string): string {
  if (!URLS.has(name) || !URL.canParse(value)) return maskText(value)
  const { origin, pathname, search } = new URL(value)
  return origin === 'null' ? maskText(value) : origin + maskUrl(pathname + search)
}

/** Latest requests to the ports of this process, in memory alone (docs/troubleshooting.md#it-refuses-requests). */
export class RequestLog implements RequestWatch {
  readonly #clock: Clock
  readonly #kindOf: ProcedureKindOf
  readonly #answered = new RequestRing<KeptRequest>(ANSWERED)
  readonly #refused = new RequestRing<KeptRequest>(REFUSED)
  readonly #bodies = new RecordedBodies()
  readonly #listeners = new Set<() => void>()
  readonly #changes = new OwnChanges()
  #isOn = true
  #recordsUntil = 0
  #lastId = 0

  constructor(clock: Clock, kindOf: ProcedureKindOf) {
    this.#clock = clock
    this.#kindOf = kindOf
  }

  get isOn(): boolean {
    return this.#isOn
  }

  get recordsBodies(): boolean {
    return this.#recordsUntil > 0 && this.#isOn && this.#clock.now().getTime() < this.#recordsUntil
  }

  /** Estimate of the memory in use, in bytes. */
  get size(): number {
    return this.#answered.size + this.#refused.size + this.#bodies.size
  }

  async load(queries: Queries): Promise<void> {
    await this.#changes.readAgain(
      () => readSetting<{ enabled: boolean }>(queries, REQUEST_LOG_SETTING),
      (stored) => this.#switch(stored?.enabled ?? true),
    )
  }

  switch(isOn: boolean): void {
    this.#changes.make(() => this.#switch(isOn))
  }

  #switch(isOn: boolean): void {
    this.#isOn = isOn
    if (!isOn) this.clear()
  }

  clear(): void {
    this.#answered.clear()
    this.#refused.clear()
    this.#bodies.clear()
    if (!this.#isOn) this.#recordsUntil = 0
    this.#tell()
  }

  /** Records bodies from now on for some minutes; 0 ends it. */
  recordBodies(minutes: number): void {
    this.#recordsUntil = minutes === 0 || !this.#isOn ? 0 : this.#clock.now().getTime() + minutes * 60_000
  }

  note(request: WatchedRequest): void {
    const kept = this.#keep(request)
    if (request.bodies !== undefined) this.#bodies.record(kept.id, request.operation, request.bodies)
  }

  begin(request: WatchedRequest): EndOfStream {
    const kept = this.#keep(request)
    return (end) => {
      if (kept.status !== undefined) return
      Object.assign(kept, end, { shown: undefined })
      this.#tell()
    }
  }

  #keep(request: WatchedRequest): KeptRequest {
    const at = this.#clock.now().getTime() - (request.ms ?? 0)
    const kept = keepRequest(++this.#lastId, at, request)
    if (request.refusal === undefined) this.#answered.push(kept)
    else this.#refused.push(kept)
    this.#tell()
    return kept
  }

  /** Calls the listener when requests come in or end; answers how to stop that. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #tell(): void {
    if (this.#listeners.size === 0) return
    for (const listener of this.#listeners) listener()
  }

  get state(): RequestLogState {
    return {
      enabled: this.#isOn,
      recordsBodiesUntil: this.recordsBodies ? new Date(this.#recordsUntil).toISOString() : null,
      kept: this.#answered.count + this.#refused.count,
      capacity: ANSWERED.capacity + REFUSED.capacity,
    }
  }

  /** Lists a page of the requests that match, newest first. */
  async find({ until = this.#lastId, limit = DEFAULT_LIMIT, offset = 0, ...filters }: Filters) {
    const kept = [...this.#answered.entries(), ...this.#refused.entries()]
      .filter(({ id }) => id <= until)
      .sort((a, b) => b.id - a.id)
    // masking long addresses takes time: others are answered meanwhile
    const shown: LoggedRequest[] = await mapInSteps(kept, toLoggedRequest)
    const found = shown.filter((one) => matches(one, filters))
    return {
      ...this.state,
      requests: found.slice(offset, offset + limit),
      total: found.length,
      newest: this.#lastId,
      operations: namesIn(shown, ({ operationId }) => operationId),
      callers: namesIn(shown, ({ callerName, caller }) => callerName ?? caller),
    }
  }

  /** Describes a request with all that is known of it; undefined: it is not there, or no longer. */
  read(id: number): LoggedRequestDetails | undefined {
    const kept = this.#refused.find(id) ?? this.#answered.find(id)
    if (kept === undefined) return undefined
    const { request, response } = this.#bodies.read(id)
    return {
      ...toLoggedRequest(kept),
      headers: headersOf(kept),
      requestBody: request,
      responseBody: response,
      decision: decisionOf(kept),
      replay: replayOf(kept, request, this.#kindOf),
    }
  }
}

const namesIn = (requests: readonly LoggedRequest[], read: (request: LoggedRequest) => string | null) =>
  [...new Set(requests.flatMap((request) => read(request) ?? []))].sort()

/** Opens the log, on or off as it was set. */
export async function openRequestLog(
  queries: Queries,
  clock: Clock,
  kindOf: ProcedureKindOf,
): Promise<RequestLog> {
  const log = new RequestLog(clock, kindOf)
  await log.load(queries)
  return log
}
