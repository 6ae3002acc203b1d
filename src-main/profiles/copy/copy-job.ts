import { randomUUID } from 'node:crypto'

import type { CopyDifference, CopyPhase, CopyState, CopyTask } from '#shared/desktop/copies.ts'
import type { ProfileId } from '#shared/desktop/profiles.ts'
import type { MergedItem } from '#shared/transfer/scenario/merge-items.ts'
import { AppError } from '#kernel/app-error.ts'
import { cutShort } from './apply-items.ts'
import type { Making } from './copy-instance.ts'

interface Begun {
  source: { id: ProfileId; name: string }
  name: string
  profile: ProfileId | null
  task: CopyTask
}

const OVER: readonly CopyPhase[] = ['done', 'failed', 'cancelled']

/** A copy in the making, or an update or a proof of one: how far it is, and the means to end it. */
export class CopyJob {
  readonly #controller = new AbortController()
  #state: CopyState

  constructor(begun: Begun) {
    this.#state = {
      id: randomUUID(),
      ...begun,
      phase: 'reading',
      doing: '',
      done: 0,
      of: 0,
      waitingUntil: null,
      differences: [],
      leftOut: [],
      counts: {},
      proof: null,
      problem: null,
    }
  }

  get state(): CopyState {
    return this.#state
  }

  get isOver(): boolean {
    return OVER.includes(this.#state.phase)
  }

  get making(): Making {
    return {
      signal: this.#controller.signal,
      onProgress: (phase, doing, done, of) => this.note({ phase, doing, done, of }),
    }
  }

  note(change: Partial<CopyState>): void {
    this.#state = { ...this.#state, ...change }
  }

  cancel(): void {
    if (this.#state.phase === 'deciding') this.note({ phase: 'cancelled' })
    else if (!this.isOver) this.#controller.abort(new Error('Cancelled.'))
  }

  /** Does some work of the job, and notes how it ended. `undo` takes back what is not whole. */
  async run(work: () => Promise<void>, undo: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      // what cannot be removed now goes when the next copy begins
      await undo().catch(() => undefined)
      if (this.#controller.signal.aborted) this.note({ phase: 'cancelled' })
      else this.note({ phase: 'failed', problem: cutShort(error, this.#state.task).message })
    }
  }

  /** Makes a proof, which is worth having, but not needed: the copy is whole without one. */
  async prove<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      return await work()
    } catch (error) {
      if (this.#controller.signal.aborted) this.note({ problem: 'The proof was cancelled.' })
      else if (error instanceof AppError)
        this.note({ problem: `The answers could not be compared. ${error.message}` })
      else throw error
      return null
    }
  }
}

/** Differences on which an update decides: what this copy alone changed stays, and is not among them. */
export const differencesIn = (merged: readonly MergedItem[]): CopyDifference[] =>
  merged.flatMap(({ list, name, action, differences }) => {
    const decided = differences.filter(({ outcome }) => outcome !== 'mine')
    if (decided.length === 0) return []
    const properties = decided.map(({ property, outcome, mine, theirs }) => ({
      property,
      outcome,
      mine: textOf(mine),
      theirs: textOf(theirs),
    }))
    return [{ item: `${list}/${name}`, list, name, action: ACTIONS[action], properties }]
  })

const MAX_TEXT = 300

function textOf(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text
}

const ACTIONS = {
  create: 'create',
  revive: 'create',
  change: 'change',
  archive: 'delete',
  leave: 'leave',
} as const
