/** Which dialog of a page is open, and what it is about. */
export class Opened<What extends string, Subject> {
  #what = $state<What>()
  #chosen = $state.raw<Subject>()

  get what(): What | undefined {
    return this.#what
  }

  /** Stays when the dialog closes: its words hold while it goes away. */
  get chosen(): Subject | undefined {
    return this.#chosen
  }

  /** Without a subject: for a new one. */
  open(what: What, subject?: Subject): void {
    this.#chosen = subject
    this.#what = what
  }

  /** For `bind:open` of a dialog, which opens none of its own accord. */
  readonly close = (isOpen: boolean): void => {
    if (!isOpen) this.#what = undefined
  }
}
