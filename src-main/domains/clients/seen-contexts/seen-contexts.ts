import { createHash } from 'node:crypto'

import type { EvaluationContext } from '#shared/flags/evaluation/index.ts'
import type { CommittedEvent } from '#kernel/event.ts'
import { bytesOfRow, type ReportAllowance } from '#runtime/report-allowance.ts'
import { WriteBehind, type Transaction } from '#runtime/write-behind.ts'
import type { Queries } from '#store/queries.ts'
import { normaliseContext, type NormalContext } from './normalise-context.ts'
import {
  deleteSeenContexts,
  forgetSeenContexts,
  readContextGaps,
  readIsEnabled,
  readSeenContexts,
  writeContextGaps,
  writeSeenContexts,
  type ContextOrigin,
  type StoredSeenContext,
} from './seen-contexts.store.ts'

/** A context that flags were evaluated for, ready to be evaluated again. */
export interface SeenContext extends StoredSeenContext {
  /** Hash of the context and environment, whichever flags it was seen for. */
  readonly hash: string
  /** Random value of this context, in [0, 1), so that its evaluations always give the same result. */
  readonly draw: number
  readonly evaluated: EvaluationContext
  /** Rises each time any context is seen. */
  order: number
  isStored: boolean
}

/** Evaluation that was made. */
export interface SeenCall {
  environment: string
  /** Projects of the evaluated flags; `*`: all. */
  projects: readonly string[]
  context: EvaluationContext
  /** Kind of request that it was made for. */
  origin: ContextOrigin
  /** SDK that sent it, as it names itself. */
  sdk?: string | undefined
  /** Token, or person, that had it made (report-allowance.ts). Absent: it counts for nobody. */
  reporter?: string
  at: Date
  /** Number of such evaluations, the last at that time; absent: one. */
  count?: number
}

const DAY_MS = 86_400_000
export const RETENTION_DAYS = 7

/** Maximum length of a stored context, as text. Longer ones are not stored. */
const MAX_CONTEXT_LENGTH = 4096
/** Characters of the name of an SDK that are stored. */
const MAX_SDK_LENGTH = 100

/** So many times the limit may wait to be written: those of a few environments, kept and deleted. */
const WAITING_PER_LIMIT = 20
/** So many environments may wait to have their gap written. */
const MAX_UNWRITTEN_GAPS = 1000

/** Share of the contexts removed when there are too many. */
const MADE_ROOM = 0.1
const EVERYTHING: readonly string[] = ['*']

/**
 * The contexts that flags were evaluated for here, each once, in memory; those not seen for longest make room for new
 * ones (ADR 0015). The database only remembers them over a restart: it is written now and then, never by a request.
 */
export class SeenContexts {
  readonly #limit: number
  readonly #allowance: Pick<ReportAllowance, 'admits'> | undefined
  #isEnabled = true
  #order = 0
  /** By environment and by the context itself, as text. */
  readonly #kept = new Map<string, Map<string, SeenContext>>()
  /** By id; null: to be deleted. */
  readonly #unwritten: WriteBehind<string, SeenContext | null>
  /** By environment: when a context was last left out, or the one that was seen last among those that made room. */
  #gaps = new Map<string, string>()
  readonly #unwrittenGaps = new WriteBehind<string, string | null>({
    write: writeContextGaps,
    most: MAX_UNWRITTEN_GAPS,
  })

  /** At most `limit` of each environment. */
  constructor(limit: number, allowance?: Pick<ReportAllowance, 'admits'>) {
    this.#limit = limit
    this.#allowance = allowance
    const most = limit * WAITING_PER_LIMIT
    this.#unwritten = new WriteBehind({ write: writeBatch, clear: forgetSeenContexts, most })
  }

  async load(queries: Queries): Promise<void> {
    this.#isEnabled = await readIsEnabled(queries)
    this.#gaps = await readContextGaps(queries)
    for (const stored of await readSeenContexts(queries)) {
      const seen = Object.assign(toSeen(stored), { isStored: true, order: ++this.#order })
      this.#put(keyOf(stored), seen)
    }
  }

  get isEnabled(): boolean {
    return this.#isEnabled
  }

  get limit(): number {
    return this.#limit
  }

  /** Time after which every context that came to this process is kept; undefined: all of the last days are. */
  completeSince(environment: string): string | undefined {
    return this.#gaps.get(environment)
  }

  note({ environment, projects, context, origin, sdk, reporter, at, count = 1 }: SeenCall): void {
    if (!this.#isEnabled || this.#limit === 0) return
    const normal = normaliseContext(context, environment)
    const scope = scopeOf(projects)
    const lastSeen = at.toISOString()
    const key = keyOf({ environment, projects: scope, context: normal, origin })
    if (key.length > MAX_CONTEXT_LENGTH) return this.noteGap(environment, lastSeen)
    const known = this.#kept.get(environment)?.get(key)
    if (
      !known &&
      reporter !== undefined &&
      this.#allowance?.admits(reporter, 'context', bytesOfRow(key)) === false
    )
      return this.noteGap(environment, lastSeen)
    const seen =
      known ??
      toSeen({
        id: `${hashOf(environment, normal)}:${scope.join(',')}:${origin}`,
        environment,
        projects: scope,
        context: normal,
        origin,
        sdk: null,
        count: 0,
        firstSeen: lastSeen,
        lastSeen,
      })
    seen.count += count
    seen.sdk = sdk?.slice(0, MAX_SDK_LENGTH) ?? seen.sdk
    seen.lastSeen = lastSeen
    seen.order = ++this.#order
    this.#unwritten.set(seen.id, seen)
    if (!known) this.#put(key, seen)
  }

  /** Notes that a context of an environment was not kept. */
  noteGap(environment: string, at: string): void {
    if (!this.#isEnabled || at <= (this.#gaps.get(environment) ?? '')) return
    this.#gaps.set(environment, at)
    this.#unwrittenGaps.set(environment, at)
  }

  /** Returns the contexts of an environment seen since a time, newest first. */
  since(environment: string, since: Date): SeenContext[] {
    const from = since.toISOString()
    return this.#inOrder(environment)
      .filter((one) => one.lastSeen >= from)
      .reverse()
  }

  /** By environment, those seen last at the end. */
  all(): ReadonlyMap<string, readonly SeenContext[]> {
    return new Map([...this.#kept.keys()].map((environment) => [environment, this.#inOrder(environment)]))
  }

  /** Forgets everything; the table is emptied by the caller, or with the next flush. */
  forget(): void {
    this.#kept.clear()
    // the table too: a flush may have written while the caller's transaction was on its way to the disk
    this.#unwritten.clear()
  }

  switch(isEnabled: boolean): void {
    this.#isEnabled = isEnabled
    if (!isEnabled) this.forget()
  }

  /** Removes the contexts of deleted environments, and what is to be forgotten, on every process. */
  readonly noteEvents = (events: readonly CommittedEvent[]): void => {
    for (const { type, environment, data } of events) {
      if (type === 'environment-deleted' && environment !== undefined) this.#drop(environment)
      if (type === 'seen-contexts-forgotten') this.forget()
      if (type === 'seen-contexts-updated') this.switch(data?.['enabled'] === true)
    }
  }

  /** Writes added and removed contexts in small batches. Called periodically, and before the store closes. */
  async flush(transaction: Transaction, now: Date): Promise<void> {
    this.#dropBefore(new Date(now.getTime() - RETENTION_DAYS * DAY_MS))
    await this.#unwritten.flush(transaction)
    await this.#unwrittenGaps.flush(transaction)
  }

  #put(key: string, seen: SeenContext): void {
    const { environment } = seen
    const kept = this.#kept.get(environment) ?? new Map<string, SeenContext>()
    this.#kept.set(environment, kept)
    kept.set(key, seen)
    if (kept.size <= this.#limit) return
    // several at once, because finding the oldest reads all
    const many = kept.size - this.#limit + Math.floor(this.#limit * MADE_ROOM)
    for (const oldest of this.#inOrder(environment).slice(0, many)) {
      this.noteGap(environment, oldest.lastSeen)
      this.#remove(oldest)
    }
  }

  #inOrder(environment: string): SeenContext[] {
    return [...(this.#kept.get(environment)?.values() ?? [])].sort((a, b) => a.order - b.order)
  }

  #remove(seen: SeenContext): void {
    const { environment, id, isStored } = seen
    this.#kept.get(environment)?.delete(keyOf(seen))
    if (isStored) this.#unwritten.set(id, null)
    else this.#unwritten.delete(id)
  }

  #drop(environment: string): void {
    for (const seen of this.#inOrder(environment)) this.#remove(seen)
    this.#kept.delete(environment)
    if (this.#gaps.delete(environment)) this.#unwrittenGaps.set(environment, null)
  }

  #dropBefore(before: Date): void {
    const from = before.toISOString()
    for (const environment of this.#kept.keys())
      for (const seen of this.#inOrder(environment)) if (seen.lastSeen < from) this.#remove(seen)
  }
}

async function writeBatch(queries: Queries, batch: ReadonlyMap<string, SeenContext | null>): Promise<void> {
  const deleted = [...batch].flatMap(([id, seen]) => (seen === null ? id : []))
  const written = [...batch.values()].filter((seen) => seen !== null)
  // from here on, removing a context requires a delete in the store
  for (const seen of written) seen.isStored = true
  await deleteSeenContexts(queries, deleted)
  await writeSeenContexts(queries, written)
}

const scopeOf = (projects: readonly string[]) =>
  projects.includes('*') ? EVERYTHING : projects.length < 2 ? projects : [...new Set(projects)].sort()

const keyOf = ({
  environment,
  projects,
  context,
  origin,
}: Pick<StoredSeenContext, 'environment' | 'projects' | 'context' | 'origin'>) =>
  JSON.stringify([environment, projects, context, origin])

const hashOf = (environment: string, context: NormalContext) =>
  createHash('sha1')
    .update(JSON.stringify([environment, context]))
    .digest('base64url')

const BYTES_OF_DRAW = 4

function toSeen(stored: StoredSeenContext): SeenContext {
  const hash = stored.id.slice(0, stored.id.indexOf(':'))
  const draw = Buffer.from(hash, 'base64url').readUIntBE(0, BYTES_OF_DRAW) / 2 ** (8 * BYTES_OF_DRAW)
  const evaluated = { environment: stored.environment, ...stored.context }
  return { ...stored, hash, draw, evaluated, order: 0, isStored: false }
}
