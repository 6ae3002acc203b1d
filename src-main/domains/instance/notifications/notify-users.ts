import type { EventType } from '#shared/audit/events/index.ts'
import type { CommittedEvent } from '#kernel/event.ts'
import { Turn } from '#runtime/turn.ts'
import type { Queries } from '#store/queries.ts'
import { insertNotifications, type NotifiedEvent } from './notifications.store.ts'

/** A change of many flags notifies in steps: each event meets everybody who follows its flag. */
const EVENTS_AT_ONCE = 50

type Rule = Pick<NotifiedEvent, 'receivers'> & { words: (by: string, name: string) => string }

const author = (words: Rule['words']): Rule => ({ receivers: 'author', words })
const reviewers = (words: Rule['words']): Rule => ({ receivers: 'reviewers', words })
const planners = (words: Rule['words']): Rule => ({ receivers: 'planners', words })
const followers = (words: Rule['words']): Rule => ({ receivers: 'followers', words })

/** Events that users are notified of, with the receivers and the words (docs/contract/instance.md#notified). */
const RULES: ReadonlyMap<EventType, Rule> = new Map<EventType, Rule>([
  ['change-request-sent-to-review', reviewers((by, name) => `${by} asks you to review ${name}`)],
  ['change-request-requested-approvers-updated', reviewers((by, name) => `${by} asks you to review ${name}`)],
  ['change-request-approval-added', author((by, name) => `${by} approved ${name}`)],
  ['change-request-rejected', author((by, name) => `${by} rejected ${name}`)],
  ['change-request-cancelled', author((by, name) => `${by} cancelled ${name}`)],
  ['change-request-applied', author((by, name) => `${by} applied ${name}`)],
  ['change-request-scheduled', author((by, name) => `${by} scheduled ${name}`)],
  ['change-request-comment-added', author((by, name) => `${by} commented on ${name}`)],
  ['change-request-schedule-suspended', planners((_by, name) => `The schedule of ${name} is suspended`)],
  [
    'change-request-scheduled-application-failure',
    planners((_by, name) => `${name} could not be applied as scheduled`),
  ],
  ['feature-environment-enabled', followers((by, name) => `${by} enabled ${name}`)],
  ['feature-environment-disabled', followers((by, name) => `${by} disabled ${name}`)],
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
  const { type, project, featureName, environment, data } = event
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
    const message = rule.words(event.createdBy, `${featureName} in ${environment ?? ''}`)
    return { ...shared, subject: featureName, message, link, notificationType: 'toggle' }
  }
  const id = data?.['changeRequestId']
  if (typeof id !== 'number') return undefined
  const name = data?.['name']
  const message = rule.words(event.createdBy, typeof name === 'string' ? name : `change request ${id}`)
  const link = `/projects/${project}/change-requests/${id}`
  return { ...shared, subject: id, message, link, notificationType: 'change-request' }
}
