import { minutesUntil } from '#shared/changes/change-requests/due-soon.ts'
import { counted } from '#ui/figures.ts'
import type { Outputs } from '#lib/api.ts'
import type { FailedCount } from '#pages/signals/actions/failed-queries.ts'
import type { StaleFlags } from './home-queries.ts'

type Waiting = Outputs['getWaitingChangeRequests']
type Request = Waiting['toReview']['changeRequests'][number]

/** One line of what needs attention: a link, what it is about, and how bad it is. */
export interface AttentionItem {
  key: string
  tone: 'danger' | 'accent' | 'neutral'
  text: string
  href: string
  note?: string
}

interface Read {
  waiting: Waiting
  failed: FailedCount
  failing: Outputs['getFailingAddons']['failing']
  stale: readonly StaleFlags[]
  unknown: number
  projectName: (id: string) => string
  now: Date
}

const SHOWN = 3

/** Puts in order what waits for whoever looks: what has failed first, then reviews, then what can be cleaned up. */
export function attentionItems(read: Read): AttentionItem[] {
  const { waiting, failed, failing, stale, unknown, projectName, now } = read
  return [
    ...(failed.total === 0
      ? []
      : [
          {
            key: 'failed actions',
            tone: 'danger' as const,
            text: counted(failed.total, 'failed action'),
            href: '#/signals/view/failed',
            note: `of ${counted(failed.sets.length, 'action set')}; retry or dismiss`,
          },
        ]),
    ...requestItems(waiting.failedSchedules, {
      projectName,
      tone: 'danger',
      verb: 'Scheduled, not applied:',
      all: (total) => `All ${total} scheduled requests that failed`,
      href: '#/change-requests/failed',
    }),
    ...requestItems(waiting.dueSoon, {
      projectName,
      tone: 'accent',
      verb: 'Soon:',
      all: (total) => `All ${total} scheduled requests that are due within the hour`,
      href: '#/change-requests/soon',
      now,
    }),
    ...failing.map(({ id, provider, description, failures }) => ({
      key: `integration ${id}`,
      tone: 'danger' as const,
      text: `${description ?? provider}: ${counted(failures, 'failed delivery', 'failed deliveries')}`,
      href: `#/integrations/${id}`,
      note: 'since the last successful delivery',
    })),
    ...requestItems(waiting.toReview, {
      projectName,
      tone: 'accent',
      verb: 'Review',
      all: (total) => `All ${total} change requests to review`,
      href: '#/change-requests',
    }),
    ...requestItems(waiting.toApply, {
      projectName,
      tone: 'accent',
      verb: 'Approved, to apply:',
      all: (total) => `All ${total} approved change requests`,
      href: '#/change-requests/apply',
    }),
    ...stale.map(({ project, total }) => ({
      key: `stale ${project?.id ?? ''}`,
      tone: 'neutral' as const,
      text: counted(total, 'stale flag'),
      href: project
        ? `#/features?state=stale&project=${encodeURIComponent(project.id)}`
        : '#/features?state=stale',
      note: project ? `in ${project.name}` : 'in all projects',
    })),
    ...(unknown === 0
      ? []
      : [
          {
            key: 'unknown flags',
            tone: 'neutral' as const,
            text: counted(unknown, 'unknown flag'),
            href: '#/applications',
            note: 'requested by SDKs, but there is no such flag',
          },
        ]),
  ]
}

interface RequestList extends Pick<AttentionItem, 'tone' | 'href'>, Pick<Read, 'projectName'> {
  verb: string
  all: (total: number) => string
  /** Given: the note says how long it is until then. */
  now?: Date
}

function requestItems(
  { total, changeRequests }: Waiting['toReview'],
  { projectName, tone, verb, all, href, now }: RequestList,
): AttentionItem[] {
  return [
    ...changeRequests.slice(0, SHOWN).map((request) => ({
      key: `request ${request.id} ${verb}`,
      tone,
      text: `${verb} ${request.title}`,
      href: `#/projects/${request.project}/change-requests/${request.id}`,
      note: noteOf(request, projectName, now),
    })),
    ...(total > SHOWN ? [{ key: `all ${href}`, tone, text: all(total), href }] : []),
  ]
}

const noteOf = (
  { createdBy, project, environment, schedule }: Request,
  projectName: Read['projectName'],
  now: Date | undefined,
) =>
  [
    ...(now && schedule ? [minutesUntil(schedule.scheduledAt, now)] : []),
    `by ${createdBy.username} in ${projectName(project)}, ${environment}`,
    ...(schedule?.reason ? [schedule.reason] : []),
  ].join(now ? ', ' : '. ')
