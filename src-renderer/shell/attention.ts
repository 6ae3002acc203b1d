import { createQuery } from '@tanstack/svelte-query'

import { getWaitingChangeRequests } from '#shared/changes/contract/change-request-joining.ts'
import { countFailedActions } from '#shared/signals/contract/failed-actions.ts'
import { counted } from '#ui/figures.ts'
import { isOffered } from '#lib/rights.svelte.ts'
import { failedCountQuery } from '#pages/signals/actions/failed-queries.ts'
import { waitingQuery } from '#pages/changes/change-requests/change-request-queries.ts'

/** Something that waits for whoever is signed in, shown beside an entry of the sidebar. */
export interface Notice {
  count: number
  /** The same in words: "3 failed actions". */
  words: string
  href: string
}

/** Counts what waits for the signed-in user, for the shell; undefined: nothing. */
export class Attention {
  readonly #failed = createQuery(() => ({ ...failedCountQuery(), enabled: isOffered(countFailedActions) }))
  readonly #waiting = createQuery(() => ({ ...waitingQuery(), enabled: isOffered(getWaitingChangeRequests) }))

  get failedActions(): Notice | undefined {
    const count = this.#failed.data?.total ?? 0
    if (count === 0) return undefined
    return { count, words: counted(count, 'failed action'), href: '#/signals/view/failed' }
  }

  get reviews(): Notice | undefined {
    const count = this.#waiting.data?.toReview.total ?? 0
    if (count === 0) return undefined
    return {
      count,
      words: counted(count, 'change request to review', 'change requests to review'),
      href: '#/change-requests',
    }
  }

  /** By the path of an entry. */
  of(path: string): (Notice & { tone: 'danger' | 'accent' }) | undefined {
    const tone = path === '/signals' ? 'danger' : 'accent'
    const notice =
      path === '/signals' ? this.failedActions : path === '/change-requests' ? this.reviews : undefined
    return notice && { ...notice, tone }
  }
}
