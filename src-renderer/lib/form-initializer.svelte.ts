import { whenBecomesTrue } from '#ui/when-becomes-true.svelte.ts'

interface Read<Data> {
  readonly data: Data | undefined
  readonly isStale: boolean
}

/**
 * Returns a query's data unless it is outdated. Undefined before the first response, and while changed data
 * is read again. The page shows the old data until then; a form must not start with it.
 */
export function currentValue<Data>({ data, isStale }: Read<Data>): Data | undefined {
  return isStale ? undefined : data
}

interface Form<From> {
  /** Checks whether the form is open; absent: it is open as long as its component exists. */
  open?: () => boolean
  /** Gets the initial data; undefined: not read yet. */
  read: () => From | undefined
  fill?: (from: From) => void
}

/**
 * Fills a form each time that it opens, as soon as its data is read. A form filled too early would delete
 * missing values when saved. A live refresh keeps what the user has typed.
 */
export class FormInitializer<From> {
  #from = $state.raw<From>()

  constructor({ open = () => true, read, fill }: Form<From>) {
    whenBecomesTrue(
      () => !open(),
      () => (this.#from = undefined),
    )
    whenBecomesTrue(
      () => open() && this.#from === undefined && read() !== undefined,
      () => {
        const from = read()
        if (from === undefined) return
        fill?.(from)
        this.#from = from
      },
    )
  }

  /** Data with which the form was filled; undefined: not filled yet, so nothing can be saved. */
  get from(): From | undefined {
    return this.#from
  }
}
