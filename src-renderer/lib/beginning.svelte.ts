import { whenever } from './whenever.svelte.ts'

interface Read<Data> {
  readonly data: Data | undefined
  readonly isStale: boolean
}

/**
 * What a query has read, if it is so still. Undefined before the first answer, and while what has changed meanwhile is
 * read again: the page shows what it had until then, a form must not begin with it.
 */
export function current<Data>({ data, isStale }: Read<Data>): Data | undefined {
  return isStale ? undefined : data
}

interface Form<From> {
  /** Whether the form is there; absent: as long as its component. */
  open?: () => boolean
  /** What it begins with; undefined: not read yet. */
  read: () => From | undefined
  fill?: (from: From) => void
}

/**
 * What a form begins with, each time that it opens: as soon as that is read, and not before, for what is missing in a
 * form that was filled too early is taken away when it is saved. A live refresh leaves alone what one has typed.
 */
export class Beginning<From> {
  #from = $state.raw<From>()

  constructor({ open = () => true, read, fill }: Form<From>) {
    whenever(
      () => !open(),
      () => (this.#from = undefined),
    )
    whenever(
      () => open() && this.#from === undefined && read() !== undefined,
      () => {
        const from = read()
        if (from === undefined) return
        fill?.(from)
        this.#from = from
      },
    )
  }

  /** As it was when the form was filled; undefined: it is not, and nothing can be saved. */
  get from(): From | undefined {
    return this.#from
  }
}
