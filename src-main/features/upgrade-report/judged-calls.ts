import { createHash } from 'node:crypto'

import { OPERATIONS, type Audience } from '../../../src-shared/contract/index.ts'
import { judgeCall } from '../../../src-shared/versions/index.ts'
import { nameOf, type Actor } from '../../kernel/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { NotedCall } from '../../kernel/noted-call.ts'
import type { Queries } from '../../store/queries.ts'
import {
  deleteJudgedCalls,
  readJudgedCalls,
  writeJudgedCalls,
  type StoredJudgedCall,
} from './judged-calls.store.ts'

type Transaction = (work: (queries: Queries) => Promise<void>) => Promise<void>

/** More callers than this are not told apart. */
const MAX_CALLS = 2000
/** Anybody may send any text: more than this is of no use to whom it is shown. */
const MAX_NAME = 100
/** Written in one transaction. */
const BATCH = 200
const STRICT_TOKENS = 'strict-token-kinds-v8'
/** What version 8 still lets in (semantics.md 12.2). */
const STRICTLY_ADMITTED: Partial<Record<Audience, Actor['kind']>> = {
  client: 'backend-token',
  frontend: 'frontend-token',
}

/** What is known of each operation before anybody calls it: nearly always nothing. */
const SUBJECTS: ReadonlyMap<string, readonly string[]> = new Map(
  OPERATIONS.flatMap(({ operationId, method, path, lifecycle }) => {
    const changes = judgeCall(method, path).map(({ id }) => id)
    const subjects = lifecycle.deprecated === undefined ? changes : [...changes, `deprecated:${operationId}`]
    return subjects.length > 0 ? [[operationId, subjects] as const] : []
  }),
)

/**
 * The calls made here that a version of the service deprecates, removes or refuses, by who makes them: in memory, and
 * written now and then. What is as good in every version costs a look into a table.
 */
export class JudgedCalls {
  readonly #clock: Clock
  readonly #kept = new Map<string, StoredJudgedCall>()
  readonly #toWrite = new Set<StoredJudgedCall>()
  #toForget = false

  constructor(clock: Clock) {
    this.#clock = clock
  }

  async load(queries: Queries): Promise<void> {
    for (const call of await readJudgedCalls(queries)) this.#kept.set(call.id, call)
  }

  readonly note = (call: NotedCall): void => {
    for (const subject of subjectsOf(call)) this.#count(subject, call)
  }

  all(): StoredJudgedCall[] {
    return [...this.#kept.values()]
  }

  forget(): void {
    this.#kept.clear()
    this.#toWrite.clear()
    // what a flush wrote while the caller's transaction was on its way to the disk
    this.#toForget = true
  }

  /** Writes what has been counted since; called now and then, and before the store closes. */
  async flush(transaction: Transaction): Promise<void> {
    if (this.#toForget) await this.#forgetStored(transaction)
    const pending = [...this.#toWrite]
    for (let start = 0; start < pending.length; start += BATCH) {
      const batch = pending.slice(start, start + BATCH)
      // before it is written: what is counted meanwhile is written with the next flush
      for (const call of batch) this.#toWrite.delete(call)
      try {
        await transaction((queries) => writeJudgedCalls(queries, batch))
      } catch (error) {
        for (const call of batch) this.#toWrite.add(call)
        throw error
      }
    }
  }

  async #forgetStored(transaction: Transaction): Promise<void> {
    // before it is done: who has all forgotten meanwhile has it done once more
    this.#toForget = false
    try {
      await transaction(deleteJudgedCalls)
    } catch (error) {
      this.#toForget = true
      throw error
    }
  }

  #count(subject: string, { actor, request: { headers } }: NotedCall): void {
    const who = {
      subject,
      caller: nameOf(actor),
      callerKind: actor.kind,
      appName: textOf(headers['unleash-appname']),
      sdk: textOf(headers['unleash-sdk'] ?? headers['user-agent']),
    }
    const id = createHash('sha1').update(JSON.stringify(who)).digest('base64url')
    const known = this.#kept.get(id)
    if (!known && this.#kept.size >= MAX_CALLS) return
    const now = this.#clock.now().toISOString()
    const call = known ?? { id, ...who, count: 0, firstSeen: now, lastSeen: now }
    call.count++
    call.lastSeen = now
    this.#kept.set(id, call)
    this.#toWrite.add(call)
  }
}

function subjectsOf({ operation, request: { method, url }, actor }: NotedCall): readonly string[] {
  if (!operation) return judgeCall(method, url.split('?')[0] ?? '').map(({ id }) => id)
  const known = SUBJECTS.get(operation.operationId) ?? []
  const admitted = STRICTLY_ADMITTED[operation.audience]
  return admitted === undefined || actor.kind === admitted ? known : [...known, STRICT_TOKENS]
}

const textOf = (value: string | string[] | undefined): string | null =>
  typeof value === 'string' && value !== '' ? value.slice(0, MAX_NAME) : null
