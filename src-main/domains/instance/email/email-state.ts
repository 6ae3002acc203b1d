import { EMAIL_TEMPLATES, TEMPLATE_TITLES } from '#shared/instance/rules/email-templates.ts'
import type { EmailSettings } from '#shared/instance/schemas/email.ts'
import type { Queries } from '#store/queries.ts'
import type { EmailConfig } from './email-config.ts'
import { countWaitingEmails } from './emails.store.ts'

/** Needed to show the e-mail settings. */
export interface EmailStateSources {
  emailConfig: EmailConfig
  pagesUrl: () => string
}

/** Reads the e-mail settings as they are shown: without the password. */
export async function readEmailState(
  queries: Queries,
  { emailConfig, pagesUrl }: EmailStateSources,
): Promise<EmailSettings> {
  return {
    ...emailConfig.choice,
    hasPassword: emailConfig.hasPassword,
    source: emailConfig.source,
    linksTo: pagesUrl(),
    waiting: await countWaitingEmails(queries),
    templates: EMAIL_TEMPLATES.map((id) => ({ id, title: TEMPLATE_TITLES[id] })),
  }
}

const KEPT_MS = 24 * 3_600_000

/** Time after which an e-mail is given up. Links in e-mails are valid as long. */
export const expiryOf = (now: Date): string => new Date(now.getTime() + KEPT_MS).toISOString()

/** Names the purpose of a sealed link, so that it opens for its own e-mail only. */
export const linkPurposeOf = (cause: string): string => `email.link.${cause}`
