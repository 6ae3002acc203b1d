import { refreshAfter } from './queries.ts'
import { fieldError, otherErrors, toRefusal, type Refusal } from './refusal.ts'

interface Shown<Field extends string> {
  /** The fields of the body that say themselves what is wrong with them, by `errorOf`. */
  shows?: readonly Field[]
  /** The one of them that a conflict is about: a name that is taken. */
  conflict?: NoInfer<Field>
}

const CONFLICT = 409

/** The sending of a form: whether it is under way, and what was refused and why. */
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

  /** What is said about no field that the form shows: it stands by the buttons. */
  get others(): string[] {
    return this.#isConflict ? [] : otherErrors(this.#refusal, this.#shows)
  }

  /** What is said about a field that the form shows. */
  errorOf(field: Field): string | undefined {
    return this.#isConflict && field === this.#conflict
      ? this.#refusal?.message
      : fieldError(this.#refusal, field)
  }

  /** Forgets what was refused: the form begins anew. */
  clear(): void {
    this.#refusal = undefined
  }

  /** Does it, and keeps what was refused; whether it was done. */
  async run(work: () => Promise<unknown>): Promise<boolean> {
    this.#isBusy = true
    this.clear()
    try {
      await work()
      return true
    } catch (error) {
      this.#refusal = toRefusal(error)
      // what was known of the project is no longer so: read again, the form offers to ask for it
      const project = this.#refusal.changeRequest?.project
      if (project !== undefined) refreshAfter({ type: 'change-request-configuration-updated', project })
      return false
    } finally {
      this.#isBusy = false
    }
  }

  get #isConflict(): boolean {
    return this.#conflict !== undefined && this.#refusal?.status === CONFLICT
  }
}
