import { writeAsSystem, type Runtime } from '#kernel/execute.ts'
import type { EmailConfig } from '#domains/instance/email/email-config.ts'
import type { EmailOutbox } from '#domains/instance/email/email-outbox.ts'
import { expiryOf } from '#domains/instance/email/email-state.ts'
import { hasUnsentSubscription, insertSubscriberEmails } from '#domains/instance/email/emails.store.ts'
import { weekName, weekStart } from '../instance-insights/weeks.ts'
import { readReportFigures } from './report-figures.read-model.ts'

const SUBSCRIPTION = 'productivity-report'
const WEEK_MS = 7 * 86_400_000
const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** Needed to queue reports. */
export interface ReportSources {
  emailConfig: EmailConfig
  emailOutbox: EmailOutbox
  pagesUrl: () => string
}

/** Puts the productivity report into the outbox, once a week for each subscriber. Reads before it writes. */
export async function queueReports(
  runtime: Runtime,
  { emailConfig, emailOutbox, pagesUrl }: ReportSources,
): Promise<void> {
  if (!emailConfig.isEnabled) return
  const { store, clock } = runtime
  const now = clock.now()
  const cause = `${SUBSCRIPTION}:${weekName(now)}`
  if (!(await hasUnsentSubscription(store.queries, SUBSCRIPTION, cause))) return
  const figures = await readReportFigures(store.queries, new Date(now.getTime() - WEEK_MS).toISOString())
  const variables = {
    week: DATE.format(weekStart(now)),
    flags: String(figures.flags),
    created: String(figures.created),
    archived: String(figures.archived),
    stale: String(figures.stale),
    link: pagesUrl(),
  }
  await writeAsSystem(runtime, async ({ everything, onCommit }) => {
    await insertSubscriberEmails(everything, {
      cause,
      subscription: SUBSCRIPTION,
      template: 'productivity-report',
      variables,
      createdAt: now.toISOString(),
      expiresAt: expiryOf(now),
    })
    onCommit(() => emailOutbox.wake())
  })
}
