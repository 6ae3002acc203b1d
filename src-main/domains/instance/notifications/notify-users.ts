import { sentenceOf, withoutProject, type EventType } from '#shared/audit/events/index.ts'
import type { CommittedEvent } from '#kernel/event.ts'
import { Turn } from '#runtime/turn.ts'
import type { Queries } from '#store/queries.ts'
import { insertNotifications, type NotifiedEvent } from './notifications.store.ts'

/** A change of many flags notifies in steps: each event meets everybody who follows its flag. */
const EVENTS_AT_ONCE = 50

interface Rule {
  receivers: NotifiedEvent['receivers']
  /** Words for the receivers, where the sentence about the event is not for them. */
  words?: (by: string, name: string) => string
}

const AUTHOR: Rule = { receivers: 'author' }
const PLANNERS: Rule = { receivers: 'planners' }
const FOLLOWERS: Rule = { receivers: 'followers' }
const REVIEWERS: Rule = { receivers: 'reviewers', words: (by, name) => `${by} asks you to review ${name}` }

/** Events that users are notified of, with the receivers (docs/contract/instance.md#notified). */
const RULES: ReadonlyMap<EventType, Rule> = new Map<EventType, Rule>([
  ['change-request-sent-to-review', REVIEWERS],
  ['change-request-requested-approvers-updated', REVIEWERS],
  ['change-request-approval-added', AUTHOR],
  ['change-request-rejected', AUTHOR],
  ['change-request-cancelled', AUTHOR],
  ['change-request-applied', AUTHOR],
  ['change-request-scheduled', AUTHOR],
  ['change-request-comment-added', AUTHOR],
  ['change-request-schedule-suspended', PLANNERS],
  ['change-request-scheduled-application-failure', PLANNERS],
  ['feature-environment-enabled', FOLLOWERS],
  ['feature-environment-disabled', FOLLOWERS],
])

/** Notifies users of events, in the transaction of the write. The user who caused an event is not notified of it. */
export async function notifyUsers(queries: Queries, events: readonly CommittedEvent[]): Promise<void> {
  const notified = events.flatMap((event) => toNotified(event) ?? [])
  const turn = new Turn()
  for (let start = 0; start < notified.length; start += EVENTS_AT_ONCE) {
    await insertNotifications(queries, notified.slice(start, start + EVENTS_AT_ONCE))
    await turn.pause()
  }
}

function toNotified(event: CommittedEvent): NotifiedEvent | undefined {
  const { type, project, featureName, data } = event
  const rule = RULES.get(type)
  if (!rule || project === undefined) return undefined
  const shared = {
    receivers: rule.receivers,
    project,
    createdBy: event.createdBy,
    createdByUserId: event.createdByUserId,
    createdAt: event.createdAt,
  }
  if (rule.receivers === 'followers') {
    if (featureName === undefined) return undefined
    const link = `/projects/${project}/features/${encodeURIComponent(featureName)}`
    return {
      ...shared,
      subject: featureName,
      message: sentenceAbout(event),
      link,
      notificationType: 'toggle',
    }
  }
  const id = data?.['changeRequestId']
  if (typeof id !== 'number') return undefined
  const name = data?.['name']
  const title = typeof name === 'string' ? name : `change request ${id}`
  const message = rule.words?.(event.createdBy, title) ?? sentenceAbout(event)
  const link = `/projects/${project}/change-requests/${id}`
  return { ...shared, subject: id, message, link, notificationType: 'change-request' }
}

/** Describes an event as the event log does. The project is where the notification leads. */
function sentenceAbout(event: CommittedEvent): string {
  const parts = sentenceOf({
    type: event.type,
    createdBy: event.createdBy,
    featureName: event.featureName ?? null,
    project: event.project ?? null,
    environment: event.environment ?? null,
    data: event.data ?? null,
    preData: event.preData ?? null,
  })
  return withoutProject(parts)
    .map(({ text }) => text)
    .join('')
}
