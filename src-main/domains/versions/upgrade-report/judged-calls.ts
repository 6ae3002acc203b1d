import { createHash } from 'node:crypto'

import { compositeKey } from '#shared/composite-key.ts'
import type { Operation } from '#shared/contract/index.ts'
import { judgeCall } from '#shared/versions/rules/index.ts'
import type { Clock } from '#kernel/clock.ts'
import type { CommittedEvent } from '#kernel/event.ts'
import type { HttpExchange } from '#kernel/request-watch.ts'
import { OneAtATime } from '#runtime/one-at-a-time.ts'
import { WriteBehind, type Transaction } from '#runtime/write-behind.ts'
import type { Queries } from '#store/queries.ts'
import { Callers, type Caller, type CallerIdentity } from './callers.ts'
import {
  deleteJudgedCalls,
  readJudgedCalls,
  writeJudgedCalls,
  type StoredJudgedCall,
} from './judged-calls.store.ts'
import { findTokenChange, findRejectionChange, rulesFor, SDK, type Rules } from './judging-rules.ts'
import { samplePath } from './sample-path.ts'

/** Maximum number of calls kept. Further ones are not recorded. */
const MAX_CALLS = 2000

/** Maximum number of anonymous callers. Creating many of them costs a client nothing. */
const MAX_ANONYMOUS = 100

/**
 * Calls made here that a version deprecates, removes or rejects, by caller. They are kept in memory and
 * written periodically. The rules of an operation are computed once: most requests cost one lookup.
 */
export class JudgedCalls {
  readonly #clock: Clock
  readonly #rules = new Map<string, Map<Operation, Rules>>()
  /** By subject and caller. */
  readonly #kept = new Map<string, KeptCall>()
  readonly #callers = new Callers<KeptCall, Rules>()
  readonly #unwritten = new WriteBehind<string, KeptCall>({
    write: writeBatch,
    written: (batch) => {
      for (const kept of batch.values()) kept.written += kept.writing
    },
    clear: deleteJudgedCalls,
    most: MAX_CALLS,
  })
  /** Keeps reads and writes apart: a write that is committed, and not noted yet, would be counted twice. */
  readonly #alone = new OneAtATime()
  #anonymous = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Reads what is stored, by other processes too; what is not written yet is added. */
  load(queries: Queries): Promise<void> {
    return this.#alone.run(() => this.#read(queries))
  }

  async #read(queries: Queries): Promise<void> {
    for (const call of await readJudgedCalls(queries)) {
      const key = keyOf(call.subject, call)
      const known = this.#kept.get(key)
      const lastSeenMs = Date.parse(call.lastSeen)
      if (known) {
        known.count += call.count - known.written
        known.written = call.count
        known.lastSeenMs = Math.max(known.lastSeenMs, lastSeenMs)
        continue
      }
      this.#kept.set(key, { ...call, written: call.count, writing: 0, lastSeenMs })
      if (call.callerKind === 'anonymous') this.#anonymous++
    }
  }

  readonly note = (call: HttpExchange): void => {
    const { operation, request, isAdmitted, actor, contract } = call
    const now = this.#clock.now().getTime()
    if (!isAdmitted) {
      const subject = findRejectionChange(operation?.audience, actor)
      if (subject !== undefined) this.#count(subject, call, now)
    } else if (operation) {
      const rules = this.#rulesOf(operation, contract)
      let caller: Known | undefined
      if (rules.sdkToken !== undefined || rules.always.length > 0) {
        caller = this.#callers.of(call)
        const always = caller.always.get(rules) ?? this.#keepAlways(rules, caller, call, now)
        for (const kept of always) this.#countKept(kept, now)
      }
      for (const { subject, concerns } of rules.sometimes)
        if (concerns(call, this.#clock.elapsed())) this.#count(subject, call, now, caller)
    } else {
      for (const { id } of judgeCall(request.method, request.url.split('?', 1)[0] ?? ''))
        this.#count(id, call, now)
    }
  }

  all(): StoredJudgedCall[] {
    return [...this.#kept.values()].map(toStored)
  }

  /** Forgets when it is asked to, on every process. */
  readonly noteEvents = (events: readonly CommittedEvent[]): void => {
    if (events.some(({ type }) => type === 'upgrade-report-forgotten')) this.forget()
  }

  forget(): void {
    this.#kept.clear()
    this.#callers.forget()
    this.#anonymous = 0
    // the table too: a flush may have written while the caller's transaction was on its way to the disk
    this.#unwritten.clear()
  }

  /** Writes new counts. Called periodically, and before the store closes. */
  async flush(transaction: Transaction): Promise<void> {
    await this.#alone.run(async () => {
      // counted, so that noting a call does not search the buffer
      for (const kept of this.#kept.values())
        if (kept.count !== kept.written) this.#unwritten.set(kept.id, kept)
      await this.#unwritten.flush(transaction)
    })
  }

  #rulesOf(operation: Operation, contract: string): Rules {
    const known = this.#rules.get(contract)?.get(operation)
    if (known) return known
    const rules = rulesFor(operation, contract)
    const ofContract = this.#rules.get(contract) ?? new Map<Operation, Rules>()
    this.#rules.set(contract, ofContract.set(operation, rules))
    return rules
  }

  #count(subject: string, call: HttpExchange, now: number, caller = this.#callers.of(call)): void {
    const kept = caller.noted.get(subject) ?? this.#keep(subject, caller, call, now)
    if (kept) this.#countKept(kept, now)
  }

  #countKept(kept: KeptCall, now: number): void {
    kept.count++
    kept.lastSeenMs = now
  }

  /** Keeps the subjects of every request that the caller makes to an operation, while there is room. */
  #keepAlways(rules: Rules, caller: Known, call: HttpExchange, now: number): readonly KeptCall[] {
    const { always, sdkToken } = rules
    const subjects = [
      ...(sdkToken === undefined ? [] : [findTokenChange(sdkToken, call.actor)]),
      ...(sdkToken !== undefined && caller.isSdk ? [SDK] : []),
      ...always,
    ]
    const all = subjects
      .filter((subject) => subject !== undefined)
      .map((subject) => caller.noted.get(subject) ?? this.#keep(subject, caller, call, now))
      .filter((kept) => kept !== undefined)
    caller.always.set(rules, all)
    return all
  }

  /** Finds or creates the record of a subject and caller. Returns undefined if there is no room for more. */
  #keep(subject: string, { who, noted }: Known, call: HttpExchange, now: number): KeptCall | undefined {
    const key = keyOf(subject, who)
    let kept = this.#kept.get(key)
    if (!kept) {
      if (!this.#hasRoomFor(call)) return undefined
      const id = createHash('sha1').update(key).digest('base64url')
      const { method } = call.request
      const path = samplePath(call)
      const firstSeen = new Date(now).toISOString()
      kept = {
        id,
        subject,
        ...who,
        count: 0,
        written: 0,
        writing: 0,
        firstSeen,
        lastSeenMs: now,
        method,
        path,
      }
      this.#kept.set(key, kept)
      if (call.actor.kind === 'anonymous') this.#anonymous++
    }
    noted.set(subject, kept)
    return kept
  }

  #hasRoomFor({ actor }: HttpExchange): boolean {
    if (this.#kept.size >= MAX_CALLS) return false
    return actor.kind !== 'anonymous' || this.#anonymous < MAX_ANONYMOUS
  }
}

/** Judged call in memory. The last time is a number, because it changes with each request. */
interface KeptCall extends Omit<StoredJudgedCall, 'lastSeen' | 'count'> {
  count: number
  /** Number of requests already written to the store. */
  written: number
  /** Number that the running write adds. */
  writing: number
  lastSeenMs: number
}

type Known = Caller<KeptCall, Rules>

async function writeBatch(queries: Queries, batch: ReadonlyMap<string, KeptCall>): Promise<void> {
  for (const kept of batch.values()) kept.writing = kept.count - kept.written
  const added = [...batch.values()].map((kept) => ({ ...toStored(kept), count: kept.writing }))
  await writeJudgedCalls(queries, added)
}

const toStored = ({
  lastSeenMs,
  written: _written,
  writing: _writing,
  ...call
}: KeptCall): StoredJudgedCall => ({
  ...call,
  lastSeen: new Date(lastSeenMs).toISOString(),
})

const keyOf = (subject: string, { caller, callerKind, appName, sdk }: CallerIdentity): string =>
  compositeKey(subject, callerKind, caller, appName, sdk)
