/** Time in which a page must appear; after that the intent is dropped. */
const PATIENCE_MS = 4000

/** Command for the next page, given in the palette. */
class Intent {
  #what = $state.raw<string>()
  #until = 0

  set(what: string): void {
    this.#what = what
    this.#until = performance.now() + PATIENCE_MS
  }

  /** Reacts to changes; whoever does it takes it. */
  is(what: string): boolean {
    return this.#what === what && performance.now() < this.#until
  }

  take(): void {
    this.#what = undefined
  }
}

export const intent = new Intent()

/** Does something once it is intended, by this page or the one before. */
export function whenIntended(what: () => string, work: () => void): void {
  $effect(() => {
    if (!intent.is(what())) return
    intent.take()
    work()
  })
}

/** Names the import of a file into a project, which its page offers. */
export const IMPORT_FLAGS = 'import flags'

/** Names the turning of a flag, which the switch of that environment does. */
export const toggleIntent = (flag: string, environment: string): string =>
  JSON.stringify(['turn', flag, environment])
