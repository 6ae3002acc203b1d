import { compositeKey } from '#shared/composite-key.ts'
import type { Operation } from '#shared/contract/index.ts'

/** A path whose last part is a parameter. */
const LAST_PARAMETER = /\/:\w+$/

/** Finds the operation of a path as it is documented. Other spellings of a path have none. */
export class OperationPaths {
  readonly #whole = new Map<string, Operation>()
  /** By the path before the parameter. */
  readonly #before = new Map<string, Operation>()

  constructor(operations: readonly Operation[]) {
    for (const operation of operations) {
      const { method, path } = operation
      const before = path.replace(LAST_PARAMETER, '')
      if (before.includes(':')) throw new TypeError(`${path}: only the last part can be a parameter.`)
      const paths = before === path ? this.#whole : this.#before
      paths.set(compositeKey(method, before), operation)
    }
  }

  /** Finds an operation by its method and a path without a query. */
  find(method: string, path: string): Operation | undefined {
    const whole = this.#whole.get(compositeKey(method, path))
    if (whole) return whole
    const end = path.lastIndexOf('/')
    if (end === path.length - 1) return undefined
    return this.#before.get(compositeKey(method, path.slice(0, end)))
  }
}
