/** Path of the page that the window shows. */
const shownPath = (): string => location.hash.slice(1).split('?', 1)[0] ?? ''

/** Command for the next page, given in the palette. */
class Intent {
  #what = $state.raw<string>()
  /** Page that it is for. */
  #path = ''

  constructor() {
    // however long the page takes: only who goes somewhere else no longer wants it
    addEventListener('hashchange', () => {
      const shown = shownPath()
      if (shown !== this.#path && !shown.startsWith(`${this.#path}/`)) this.take()
    })
  }

  set(what: string, path: string): void {
    this.#what = what
    this.#path = path
  }

  /** Reacts to changes; whoever does it takes it. */
  is(what: string): boolean {
    return this.#what === what
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
