import { createQuery } from '@tanstack/svelte-query'

import { counted } from '../lib/figures.ts'
import { failedCountQuery } from '../features/actions/failed-queries.ts'

/** Something that waits for whoever is signed in, shown beside an entry of the sidebar. */
export interface Notice {
  count: number
  /** The same in words: "3 failed actions". */
  words: string
  href: string
}

/** Failed executions that nobody has retried or dismissed; undefined: none. */
export class Attention {
  readonly #failed = createQuery(failedCountQuery)

  get failedActions(): Notice | undefined {
    const count = this.#failed.data?.total ?? 0
    if (count === 0) return undefined
    return { count, words: counted(count, 'failed action'), href: '#/signals/view/failed' }
  }

  /** By the path of an entry. */
  of(path: string): Notice | undefined {
    return path === '/signals' ? this.failedActions : undefined
  }
}
