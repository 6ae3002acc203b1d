import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'

import type {
  CopyDecision,
  CopyRecord,
  CopyState,
  NewCopy,
  NewProof,
  Rehearsal,
} from '#shared/desktop/copies.ts'
import type { ProfileId } from '#shared/desktop/profiles.ts'
import { openItemConflicts } from '#shared/transfer/scenario/merge-items.ts'
import { detail } from '#shared/errors/error-table.ts'
import { AppError } from '#kernel/app-error.ts'
import type { ProfileConnection } from '../connection.ts'
import type { LocalProfile, StoredProfile } from '../profile-store.ts'
import type { Profiles } from '../profiles.ts'
import { type PromotionInstance, sideOf } from '../promotion/side.ts'
import { rehearseUpgrade } from './rehearse.ts'
import {
  baseOf,
  countsOf,
  fillCopy,
  mergeNow,
  planUpdate,
  proveCopy,
  readSource,
  updateCopy,
  recordCopy,
  versionOf,
  type CopySides,
  type SourceState,
  type UpdatePlan,
} from './copy-instance.ts'
import { CopyJob, differencesIn } from './copy-job.ts'
import { readBase } from './copy-base.ts'
import { beginCopy, finishCopy, isUnfinished, readCopyRecord, writeCopyRecord } from './copy-record.ts'

/** A profile on this computer that is a copy, with its source. */
interface KnownCopy {
  profile: LocalProfile
  record: CopyRecord
  source: StoredProfile
}

/** Update whose differences a person decides on. */
interface Deciding {
  known: KnownCopy
  sides: CopySides
  plan: UpdatePlan
}

/** Copies of instances on this computer: one is made, updated or proved at a time. */
export class Copies {
  readonly #profiles: Profiles
  #job: CopyJob | undefined
  #deciding: Deciding | undefined
  #running: Promise<void> = Promise.resolve()

  constructor(profiles: Profiles) {
    this.#profiles = profiles
  }

  /** The copy that is in the making, or was the last one; null: none was yet. */
  get state(): CopyState | null {
    const state = this.#job?.state
    if (state === undefined) return null
    const { waiting } = this.#profiles.connectionOf(state.source.id) ?? {}
    return { ...state, waitingUntil: this.#job?.isOver ? null : (waiting?.until ?? null) }
  }

  /** Lists in words what closing the app would cut short. */
  work(): string[] {
    const { isOver = true, state } = this.#job ?? {}
    if (isOver || state === undefined || state.phase === 'deciding') return []
    return [`${state.source.name} is being copied to this computer.`]
  }

  /** Begins a copy. Nothing of it can be seen until it is whole. */
  begin({ from, name }: NewCopy): CopyState {
    const source = this.#profiles.find(from)
    if (source.kind === 'local')
      throw new AppError('InvalidOperationError', 'This instance is on this computer already. Duplicate it.')
    const { colour, icon } = source
    const draft = this.#profiles.draft({ name, colour, icon })
    const job = this.#start({ source, name, profile: null, task: 'copy' })
    let connection: ProfileConnection | undefined
    const make = async () => {
      await this.#sweep()
      beginCopy(draft.folder)
      connection = await this.#profiles.openDraft(draft)
      const sides = await this.#sidesOf(source.id, { name, connection })
      const state = await readSource(sides, job.making)
      job.note({ leftOut: state.leftOut.all, counts: countsOf(state.items) })
      await fillCopy(sides.copy, state, job.making)
      await this.#conclude(job, { folder: draft.folder, source, sides, state })
      this.#profiles.adopt(draft, connection)
      finishCopy(draft.folder)
      job.note({ phase: 'done', profile: draft.id })
    }
    const undo = async () => {
      await connection?.close().catch(() => undefined)
      await rm(draft.folder, { recursive: true, force: true })
    }
    this.#running = job.run(make, undo)
    return job.state
  }

  /** Begins an update: reads both, and waits for a decision if there is one to make. */
  update(copy: ProfileId): CopyState {
    const known = this.#find(copy)
    const { profile, source } = known
    this.#profiles.safeMode.requireChanges(copy)
    const job = this.#start({ source, name: profile.name, profile: copy, task: 'update' })
    const make = async () => {
      const sides = await this.#sidesOf(source.id, await sideOf(this.#profiles, copy))
      const plan = await planUpdate(sides, await readBase(profile.folder), job.making)
      const differences = differencesIn(plan.merged)
      this.#deciding = { known, sides, plan }
      job.note({ differences, leftOut: plan.leftOut.all, counts: countsOf(plan.items) })
      if (differences.length === 0) await this.#apply(job, this.#deciding, { choices: [] })
      else job.note({ phase: 'deciding' })
    }
    this.#running = job.run(make, nothing)
    return job.state
  }

  /** Applies the update that waits. Throws ConflictError that names what nobody has decided on. */
  async decide(decision: CopyDecision): Promise<CopyState> {
    const [job, deciding] = [this.#job, this.#deciding]
    if (!job || !deciding || job.state.phase !== 'deciding') throw nothingWaits()
    const { known, sides, plan } = deciding
    this.#profiles.safeMode.requireChanges(known.profile.id)
    const merged = await mergeNow(sides.copy, plan, decision, job.making.signal)
    const open = openItemConflicts(merged)
    if (open.length > 0)
      throw new AppError('ConflictError', `Choose a side first: ${open.slice(0, 10).join(', ')}.`, {
        details: open.map((one) => detail(`Choose a side for ${one}`)),
      })
    // another window may have decided or cancelled while the copy was read
    if (this.#deciding !== deciding || job.state.phase !== 'deciding') throw nothingWaits()
    this.#running = job.run(() => this.#apply(job, deciding, decision), nothing)
    return job.state
  }

  /** Compares the answers of a copy and its source again. */
  prove({ copy, contexts }: NewProof): CopyState {
    const { profile, record, source } = this.#find(copy)
    const job = this.#start({ source, name: profile.name, profile: copy, task: 'proof' })
    job.note({ phase: 'proving', leftOut: record.leftOut, counts: record.counts })
    const make = async () => {
      const sides = await this.#sidesOf(source.id, await sideOf(this.#profiles, copy))
      const items = await readBase(profile.folder)
      const proof = await job.prove(() => proveCopy(sides, items, job.making, contexts))
      if (proof) writeCopyRecord(profile.folder, { ...record, proof })
      job.note({ phase: 'done', proof })
    }
    this.#running = job.run(make, nothing)
    return job.state
  }

  /** Prepares a copy for the rehearsal of an upgrade of its source. */
  async rehearse(copy: ProfileId): Promise<Rehearsal> {
    const { record } = this.#find(copy)
    const side = await sideOf(this.#profiles, copy)
    return rehearseUpgrade(side, { version: record.version, signal: new AbortController().signal })
  }

  cancel(): void {
    this.#job?.cancel()
  }

  /** Cancels what is in the making, and waits until nothing of it is left. */
  async close(): Promise<void> {
    this.cancel()
    await this.#running
  }

  async #apply(job: CopyJob, { known, sides, plan }: Deciding, decision: CopyDecision): Promise<void> {
    this.#deciding = undefined
    job.note({ phase: 'applying', doing: 'Settings', done: 0, of: 0 })
    const { profile, record, source } = known
    const merged = await mergeNow(sides.copy, plan, decision, job.making.signal)
    // until the last change is in, it is neither what it was nor what the source is
    writeCopyRecord(profile.folder, { ...record, isWhole: false })
    await updateCopy(sides.copy, plan, merged, job.making)
    await this.#conclude(job, { folder: profile.folder, source, sides, state: plan })
    job.note({ phase: 'done' })
  }

  /** Proves a copy, and writes how it was made: after that it is whole. */
  async #conclude(
    job: CopyJob,
    {
      folder,
      source,
      sides,
      state,
    }: { folder: string; source: StoredProfile; sides: CopySides; state: SourceState },
  ): Promise<void> {
    job.note({ leftOut: state.leftOut.all })
    const version = await versionOf(sides.source, job.making.signal)
    const proof = await job.prove(() => proveCopy(sides, baseOf(state), job.making))
    const { id, kind, name } = source
    const origin = { id, name, kind, url: source.kind === 'local' ? '' : source.url }
    await recordCopy(folder, { source: origin, version, state, proof })
    job.note({ proof })
  }

  #start({
    source,
    ...begun
  }: { source: StoredProfile } & Omit<ConstructorParameters<typeof CopyJob>[0], 'source'>): CopyJob {
    if (this.#job && !this.#job.isOver && this.#job.state.phase !== 'deciding')
      throw new AppError('ConflictError', 'Another copy is being made. Wait for it, or cancel it first.')
    this.#deciding = undefined
    const { id, name } = source
    this.#job = new CopyJob({ source: { id, name }, ...begun })
    return this.#job
  }

  async #sidesOf(source: ProfileId, copy: PromotionInstance): Promise<CopySides> {
    return { source: await sideOf(this.#profiles, source), copy }
  }

  #find(id: ProfileId): KnownCopy {
    const profile = this.#profiles.find(id)
    const record = profile.kind === 'local' ? readCopyRecord(profile.folder) : undefined
    if (profile.kind !== 'local' || !record)
      throw new AppError('InvalidOperationError', 'This instance is no copy of another one.')
    const source = sourceOf(record.source, this.#profiles.all)
    if (!source)
      throw new AppError(
        'InvalidOperationError',
        `The instance ${record.source.url} is not in this app any more. Add it again, then update the copy.`,
      )
    return { profile, record, source }
  }

  /** Removes the data folders of copies that nobody finished, such as after a power cut. */
  async #sweep(): Promise<void> {
    const { folder, all } = this.#profiles
    const used = new Set(all.flatMap((one) => (one.kind === 'local' ? [one.folder] : [])))
    const found = existsSync(folder) ? await readdir(folder) : []
    for (const stray of found.map((name) => path.join(folder, name)))
      if (!used.has(stray) && isUnfinished(stray)) await rm(stray, { recursive: true, force: true })
  }
}

/** Finds the profile that something was copied from: itself, or another one at its address. */
function sourceOf(
  { id, url }: CopyRecord['source'],
  all: readonly StoredProfile[],
): StoredProfile | undefined {
  const at = all.filter((one) => one.kind !== 'local' && one.url === url)
  return at.find((one) => one.id === id) ?? at[0]
}

const nothingWaits = () => new AppError('ConflictError', 'No update waits for a decision. Begin it anew.')

const nothing = () => Promise.resolve()
