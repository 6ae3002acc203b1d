import { createHash } from 'node:crypto'

import type { EvaluationContext } from '../../../src-shared/evaluation/index.ts'
import type { CommittedEvent } from '../../kernel/event.ts'
import type { Queries } from '../../store/queries.ts'
import { normaliseContext, type NormalContext } from './normalise-context.ts'
import {
  deleteSeenContexts,
  forgetSeenContexts,
  readIsEnabled,
  readSeenContexts,
  writeSeenContexts,
  type StoredSeenContext,
} from './seen-contexts.store.ts'

/** A context that flags were evaluated for, ready to be evaluated again. */
export interface SeenContext extends StoredSeenContext {
  /** The same for the same context in the same environment, whose flags ever it was seen for. */
  readonly hash: string
  /** Its own, in [0, 1): what chance decides comes out alike whenever the context is evaluated. */
  readonly draw: number
  readonly evaluated: EvaluationContext
}

/** An evaluation that has been made. */
export interface SeenCall {
  environment: string
  /** Whose flags it was about; `*`: all. */
  projects: readonly string[]
  context: EvaluationContext
  at: Date
}

/** What one transaction writes. */
interface Batch {
  isForgetting: boolean
  deleted: string[]
  written: SeenContext[]
}

type Transaction = (work: (queries: Queries) => Promise<void>) => Promise<void>

const DAY_MS = 86_400_000
export const RETENTION_DAYS = 7
/** What is longer as text is not kept. */
const MAX_CONTEXT_LENGTH = 4096
/** Written in one transaction: little enough that others need not wait for it. */
const BATCH = 200

/**
 * The contexts that flags were evaluated for here, each once, in memory; those not seen for longest make room for new
 * ones (ADR 0014). The database only remembers them over a restart: it is written now and then, never by a request.
 */
export class SeenContexts {
  readonly #limit: number
  #isEnabled = true
  /** By environment and hash, those seen last at the end. */
  readonly #kept = new Map<string, Map<string, SeenContext>>()
  readonly #toWrite = new Map<string, SeenContext>()
  readonly #toDelete = new Set<string>()
  #toForget = false

  /** At most `limit` of each environment. */
  constructor(limit: number) {
    this.#limit = limit
  }

  async load(queries: Queries): Promise<void> {
    this.#isEnabled = await readIsEnabled(queries)
    for (const stored of await readSeenContexts(queries)) this.#put(toSeen(stored))
  }

  get isEnabled(): boolean {
    return this.#isEnabled
  }

  get limit(): number {
    return this.#limit
  }

  note({ environment, projects, context, at }: SeenCall): void {
    if (!this.#isEnabled || this.#limit === 0) return
    const normal = normaliseContext(context)
    const scope = scopeOf(projects)
    const text = JSON.stringify([environment, normal])
    const projectsText = scope.join(',')
    if (text.length + projectsText.length > MAX_CONTEXT_LENGTH) return
    const id = `${createHash('sha1').update(text).digest('base64url')}:${projectsText}`
    const known = this.#kept.get(environment)?.get(id)
    const lastSeen = at.toISOString()
    const seen: SeenContext = known
      ? Object.assign(known, { count: known.count + 1, lastSeen })
      : toSeen({ id, environment, projects: scope, context: normal, count: 1, firstSeen: lastSeen, lastSeen })
    this.#put(seen)
    this.#toDelete.delete(id)
    this.#toWrite.set(id, seen)
  }

  /** Those of an environment seen since then, newest first. */
  since(environment: string, since: Date): SeenContext[] {
    const from = since.toISOString()
    return [...(this.#kept.get(environment)?.values() ?? [])].filter((one) => one.lastSeen >= from).reverse()
  }

  /** By environment. */
  all(): ReadonlyMap<string, readonly SeenContext[]> {
    return new Map([...this.#kept].map(([environment, kept]) => [environment, [...kept.values()]]))
  }

  /** Forgets everything; the table is emptied by the caller, or with the next flush. */
  forget(): void {
    this.#kept.clear()
    this.#toWrite.clear()
    this.#toDelete.clear()
    // what a flush wrote while the caller's transaction was on its way to the disk
    this.#toForget = true
  }

  switch(isEnabled: boolean): void {
    this.#isEnabled = isEnabled
    if (!isEnabled) this.forget()
  }

  /** An environment that is gone has no contexts. */
  readonly noteEvents = (events: readonly CommittedEvent[]): void => {
    for (const { type, environment } of events)
      if (type === 'environment-deleted' && environment !== undefined) this.#drop(environment)
  }

  /** Writes what has come and gone, a little at a time; called now and then, and before the store closes. */
  async flush(transaction: Transaction, now: Date): Promise<void> {
    this.#dropBefore(new Date(now.getTime() - RETENTION_DAYS * DAY_MS))
    while (this.#toForget || this.#toWrite.size > 0 || this.#toDelete.size > 0) {
      const batch: Batch = { isForgetting: false, deleted: [], written: [] }
      try {
        await transaction((queries) => this.#write(batch, queries))
      } catch (error) {
        this.#takeBack(batch)
        throw error
      }
    }
  }

  /** What is written is chosen within the transaction: whoever forgets all is before it, or after. */
  async #write(batch: Batch, queries: Queries): Promise<void> {
    batch.isForgetting = this.#toForget
    this.#toForget = false
    if (batch.isForgetting) await forgetSeenContexts(queries)
    batch.deleted.push(...[...this.#toDelete].slice(0, BATCH))
    batch.written.push(...[...this.#toWrite.values()].slice(0, BATCH))
    for (const id of batch.deleted) this.#toDelete.delete(id)
    for (const { id } of batch.written) this.#toWrite.delete(id)
    await deleteSeenContexts(queries, batch.deleted)
    await writeSeenContexts(queries, batch.written)
  }

  /** What could not be written is written with the next flush, as far as it is still kept. */
  #takeBack({ isForgetting, deleted, written }: Batch): void {
    this.#toForget ||= isForgetting
    const isKept = ({ environment, id }: SeenContext) => this.#kept.get(environment)?.has(id) ?? false
    for (const id of deleted) if (!this.#toWrite.has(id)) this.#toDelete.add(id)
    for (const seen of written.filter(isKept)) this.#toWrite.set(seen.id, seen)
  }

  /** Puts a context last, and takes out the first where there are too many. */
  #put(seen: SeenContext): void {
    const { environment, id } = seen
    const kept = this.#kept.get(environment) ?? new Map<string, SeenContext>()
    this.#kept.set(environment, kept)
    kept.delete(id)
    kept.set(id, seen)
    for (const first of kept.values()) {
      if (kept.size <= this.#limit) return
      this.#remove(first)
    }
  }

  #remove({ environment, id }: SeenContext): void {
    this.#kept.get(environment)?.delete(id)
    this.#toWrite.delete(id)
    this.#toDelete.add(id)
  }

  #drop(environment: string): void {
    for (const seen of this.#kept.get(environment)?.values() ?? []) this.#remove(seen)
    this.#kept.delete(environment)
  }

  #dropBefore(before: Date): void {
    const from = before.toISOString()
    for (const kept of this.#kept.values())
      for (const seen of kept.values()) {
        if (seen.lastSeen >= from) break
        this.#remove(seen)
      }
  }
}

const scopeOf = (projects: readonly string[]) =>
  projects.includes('*') ? ['*'] : [...new Set(projects)].sort()

const BYTES_OF_DRAW = 4

function toSeen(stored: StoredSeenContext): SeenContext {
  const hash = stored.id.slice(0, stored.id.indexOf(':'))
  const draw = Buffer.from(hash, 'base64url').readUIntBE(0, BYTES_OF_DRAW) / 2 ** (8 * BYTES_OF_DRAW)
  return { ...stored, hash, draw, evaluated: toEvaluated(stored.context, stored.environment) }
}

const toEvaluated = (context: NormalContext, environment: string): EvaluationContext => ({
  ...context,
  environment,
})
