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
