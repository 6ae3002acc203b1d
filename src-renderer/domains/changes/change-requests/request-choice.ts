import type { Outputs } from '#lib/api.ts'
import { counted } from '#ui/figures.ts'

export type PendingRequest = Outputs['getPendingChangeRequests'][number]

/** The request that a change goes to: a new one, or one of one's own. */
export type Destination = number | 'new'

type Judged = Pick<PendingRequest, 'id' | 'environment' | 'state'>

/** Chooses where a change goes unless somebody says otherwise: the newest draft. What is reviewed is left alone. */
export function defaultDestination(pending: readonly Judged[], environment: string): Destination {
  return ownIn(pending, environment).find(({ state }) => state === 'Draft')?.id ?? 'new'
}

/** One's own requests in an environment that still take changes, drafts first. */
export function ownIn<R extends Judged>(pending: readonly R[], environment: string): R[] {
  const rank = { Draft: 0, 'In review': 1, Approved: 2 } as Partial<Record<Judged['state'], number>>
  return pending
    .filter((one) => one.environment === environment)
    .sort((a, b) => (rank[a.state] ?? 3) - (rank[b.state] ?? 3) || b.id - a.id)
}

const changesIn = ({ features, segments }: Pick<PendingRequest, 'features' | 'segments'>) =>
  features.reduce((sum, { changes }) => sum + changes.length, 0) + segments.length

/** "Banner for spring, Draft, 3 changes" */
export const choiceInWords = (
  request: Pick<PendingRequest, 'title' | 'state' | 'features' | 'segments'>,
): string => `${request.title}, ${request.state}, ${counted(changesIn(request), 'change')}`

/** Says what joining a request undoes; undefined: nothing. */
export function lossInWords({
  state,
  approvals,
}: Pick<PendingRequest, 'state'> & { approvals: readonly unknown[] }): string | undefined {
  if (state === 'Draft') return undefined
  const withdrawn =
    approvals.length === 0
      ? ''
      : approvals.length === 1
        ? 'Its approval will be withdrawn. '
        : `Its ${approvals.length} approvals will be withdrawn. `
  if (state === 'Approved') return `${withdrawn}It goes back to review.`
  return `${withdrawn}Its reviewers see the change at once.`
}
