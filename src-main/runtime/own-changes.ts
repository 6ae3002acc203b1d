/**
 * Keeps what this process changes in a copy of tables while the copy is read again: the read may have begun before the commit,
 * and would undo the change until the next one.
 */
export class OwnChanges {
  /** Changes made during each read that is under way. */
  readonly #made = new Set<(() => void)[]>()

  /** Makes a change, which can be made twice. */
  make(change: () => void): void {
    change()
    for (const made of this.#made) made.push(change)
  }

  /** Takes over what was read, and makes the changes again that came in between. */
  async readAgain<T>(read: () => Promise<T>, takeOver: (content: T) => void): Promise<void> {
    const made: (() => void)[] = []
    this.#made.add(made)
    try {
      takeOver(await read())
      for (const change of made) change()
    } finally {
      this.#made.delete(made)
    }
  }
}
