import { Submission } from './submission.svelte.ts'

interface Options<Draft, Field extends string> {
  /** Draft before the first opening. */
  draft?: Draft
  /** Makes the draft for an opening, or fills the fields that a dialog holds itself. Absent: another part fills it. */
  begin?: () => Draft | void
  /** Fields of the body that show their own errors, by `errorOf`. */
  shows?: readonly Field[]
  /** Field that a conflict is about, such as a name that is taken. */
  conflict?: NoInfer<Field>
}

/**
 * Editor in a dialog (EditorDialog.svelte): its draft, which begins anew with each opening, the progress of saving it,
 * and its errors by field. Its form keeps what is entered until it is saved or discarded (DialogForm.svelte).
 */
export class Editor<Draft = undefined, const Field extends string = never> extends Submission<Field> {
  /** Draft as entered. */
  draft = $state() as Draft
  readonly #begin: (() => Draft | void) | undefined

  constructor({ draft, begin, ...shown }: Options<Draft, Field> = {}) {
    super(shown)
    this.#begin = begin
    if (draft !== undefined) this.draft = draft
  }

  /** Begins anew, with what is edited as it is now. */
  begin(): void {
    const draft = this.#begin?.()
    if (draft !== undefined) this.draft = draft
    this.clear()
  }
}
