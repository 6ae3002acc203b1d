interface Running<T> {
  hasBegun: boolean
  /** Set when it begins: the result is of this revision, or of a later one. */
  revision: number
  result: Promise<T>
}

interface Task<T> {
  /** Key of the same result for everybody who asks for it. */
  key: string
  /** Revision now, which rises with every change of what the work reads. */
  revisionOf: () => number
  work: () => Promise<T>
}

/**
 * Large results that all who ask for meanwhile share. Work of one key runs one at a time, since two at once take twice the memory.
 * Nobody gets a result of a revision before their request.
 */
export class SharedWork<T> {
  readonly #running = new Map<string, Running<T>>()

  run(task: Task<T>): Promise<T> {
    const last = this.#running.get(task.key)
    // one that has not begun will be of the revision now
    if (last && (!last.hasBegun || last.revision === task.revisionOf())) return last.result
    return this.#runAfter(last, task)
  }

  #runAfter(last: Running<T> | undefined, { key, revisionOf, work }: Task<T>): Promise<T> {
    const begin = async () => {
      running.hasBegun = true
      running.revision = revisionOf()
      try {
        return await work()
      } finally {
        if (this.#running.get(key) === running) this.#running.delete(key)
      }
    }
    const before = last ? last.result.catch(() => undefined) : Promise.resolve()
    const running: Running<T> = { hasBegun: false, revision: 0, result: before.then(begin) }
    this.#running.set(key, running)
    return running.result
  }
}
