/** Dialog of a page that is open, and its subject. */
export class DialogState<What extends string, Subject> {
  #what = $state<What>()
  #chosen = $state.raw<Subject>()

  get what(): What | undefined {
    return this.#what
  }

  /** Kept when the dialog closes, so that its text stays during the closing animation. */
  get chosen(): Subject | undefined {
    return this.#chosen
  }

  /** Without a subject: for a new item. */
  open(what: What, subject?: Subject): void {
    this.#chosen = subject
    this.#what = what
  }

  /** For `bind:open` of a dialog, which never opens itself. */
  readonly close = (isOpen: boolean): void => {
    if (!isOpen) this.#what = undefined
  }
}
