import type { LeftOut } from '../../../src-shared/desktop/copies.ts'
import { AppError } from '../../kernel/app-error.ts'
import { unlessMissing } from '../promotion/original/ask-original.ts'

const FORBIDDEN = 403

/** Collects what a copy cannot have, with the reasons. */
export class LeftOuts {
  readonly #all: LeftOut[] = []
  readonly #items = new Set<string>()

  get all(): LeftOut[] {
    return [...this.#all]
  }

  add(what: string, why: string): void {
    this.#all.push({ what, why })
  }

  /** Items that are left out, as `flags/checkout`. */
  get items(): ReadonlySet<string> {
    return this.#items
  }

  addItem(path: string, why: string): void {
    this.#items.add(path)
    this.add(path, why)
  }

  /** Leaves out what the token may not read. What the service does not have is no loss. Undefined stands for both. */
  async unlessRefused<T>(what: string, work: Promise<T>): Promise<T | undefined> {
    try {
      return await unlessMissing(work)
    } catch (error) {
      // this is the token itself
      const isToken = error instanceof AppError && error.name === 'OperationDeniedError'
      if (!(error instanceof AppError) || isToken || error.status !== FORBIDDEN) throw error
      this.add(what, error.message)
      return undefined
    }
  }
}
