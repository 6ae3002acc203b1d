import type { LeftOut } from '#shared/desktop/copies.ts'
import { AppError } from '#kernel/app-error.ts'
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

  /** Checks whether an item is left out. */
  hasItem({ list, name }: { list: string; name: string }): boolean {
    const path = `${list}/${name}`
    return this.#items.has(path)
  }

  /** Leaves out an item, named as `flags/checkout`. */
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

/** Says how many there are: "1 user", "3 users". */
export const inNumber = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
