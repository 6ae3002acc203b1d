import type { EventType } from '#shared/audit/events/index.ts'
import type { EmailTemplate } from '#shared/instance/rules/email-templates.ts'
import type { CommittedEvent } from '#kernel/event.ts'
import type { Queries } from '#store/queries.ts'
import { insertEventEmails, type MailedEvent } from './emails.store.ts'
import { expiryOf } from './email-state.ts'

type Rule = Pick<MailedEvent, 'receivers'> & { template: EmailTemplate }

/** Events that users get an e-mail about (docs/contract/instance.md#email). */
const RULES: ReadonlyMap<EventType, Rule> = new Map<EventType, Rule>([
  ['change-request-sent-to-review', { receivers: 'reviewers', template: 'requested-cr-approval' }],
  [
    'change-request-requested-approvers-updated',
    { receivers: 'reviewers', template: 'requested-cr-approval' },
  ],
  ['change-request-schedule-suspended', { receivers: 'planners', template: 'scheduled-change-conflict' }],
  [
    'change-request-scheduled-application-failure',
    { receivers: 'planners', template: 'scheduled-execution-failed' },
  ],
  ['user-password-changed', { receivers: 'user', template: 'password-changed' }],
])

/** Checks whether users may get an e-mail about events of a type. */
export const isMailed = (type: EventType): boolean => RULES.has(type)

/** Adds the e-mails of events to the outbox, in the transaction of the write. Links in them begin with `pagesUrl`. */
export async function mailEvents(
  queries: Queries,
  events: readonly CommittedEvent[],
  pagesUrl: string,
): Promise<void> {
  const mailed = events.flatMap((event) => toMailed(event, pagesUrl) ?? [])
  if (mailed.length > 0) await insertEventEmails(queries, mailed)
}

function toMailed(event: CommittedEvent, pagesUrl: string): MailedEvent | undefined {
  const { type, data, preData, project } = event
  const rule = RULES.get(type)
  if (!rule) return undefined
  const shared = {
    ...rule,
    eventId: event.id,
    createdByUserId: event.createdByUserId,
    createdAt: event.createdAt,
    expiresAt: expiryOf(new Date(event.createdAt)),
  }
  if (rule.receivers === 'user') {
    const id = data?.['id']
    if (typeof id !== 'number') return undefined
    return { ...shared, subject: id, only: null, variables: { by: event.createdBy, link: pagesUrl } }
  }
  const id = data?.['changeRequestId']
  if (typeof id !== 'number' || project === undefined) return undefined
  const variables = {
    by: event.createdBy,
    title: textOr(data?.['name'], `change request ${id}`),
    project,
    environment: event.environment ?? '',
    reason: textOr(data?.['reason'], 'The reason is not known.'),
    link: `${pagesUrl}/projects/${encodeURIComponent(project)}/change-requests/${id}`,
  }
  const only =
    type === 'change-request-requested-approvers-updated'
      ? addedIn(data?.['reviewers'], preData?.['reviewers'])
      : null
  return { ...shared, subject: id, only, variables }
}

const textOr = (value: unknown, otherwise: string) =>
  typeof value === 'string' && value !== '' ? value : otherwise

/** Lists who is asked and was not before. */
function addedIn(after: unknown, before: unknown): number[] {
  const former = new Set(numbersIn(before))
  return numbersIn(after).filter((id) => !former.has(id))
}

const numbersIn = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((one): one is number => typeof one === 'number') : []
