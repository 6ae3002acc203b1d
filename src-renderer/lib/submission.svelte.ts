import { notifySaved } from './notify-written.ts'
import { fieldError, otherErrors, toRefusal, type Refusal } from './refusal.ts'
import { collectWrites } from './writes.ts'

interface Shown<Field extends string> {
  /** Fields of the body that show their own errors, by `errorOf`. */
  shows?: readonly Field[]
  /** Field that a conflict is about, such as a name that is taken. */
  conflict?: NoInfer<Field>
}

const CONFLICT = 409

/** Submission of a form: its progress, and its error. */
export class Submission<const Field extends string = never> {
  #isBusy = $state(false)
  #refusal = $state.raw<Refusal>()
  readonly #shows: readonly Field[]
  readonly #conflict: Field | undefined

  constructor({ shows = [], conflict }: Shown<Field> = {}) {
    this.#shows = shows
    this.#conflict = conflict
  }

  get isBusy(): boolean {
    return this.#isBusy
  }

  get refusal(): Refusal | undefined {
    return this.#refusal
  }

  /** Gets the error messages for fields the form does not show: they appear beside the buttons. */
  get others(): string[] {
    return this.#isConflict ? [] : otherErrors(this.#refusal, this.#shows)
  }

  /** Gets the error message for a field of the form. */
  errorOf(field: Field): string | undefined {
    return this.#isConflict && field === this.#conflict
      ? this.#refusal?.message
      : fieldError(this.#refusal, field)
  }

  /** Clears the error for a new use of the form. */
  clear(): void {
    this.#refusal = undefined
  }

  /**
   * Sends the form and keeps its error; returns true on success. What the event log can undo is offered in a notice,
   * unless `work` shows one of its own.
   */
  async run(work: () => Promise<unknown>): Promise<boolean> {
    this.#isBusy = true
    this.clear()
    try {
      notifySaved(await collectWrites(work))
      return true
    } catch (error) {
      this.#refusal = toRefusal(error)
      return false
    } finally {
      this.#isBusy = false
    }
  }

  get #isConflict(): boolean {
    return this.#conflict !== undefined && this.#refusal?.status === CONFLICT
  }
}
