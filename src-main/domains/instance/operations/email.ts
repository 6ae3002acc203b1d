import { fileOf } from '#kernel/route.ts'
import { notFound } from '#kernel/app-error.ts'
import { nameOf } from '#kernel/caller.ts'
import type { Outbound } from '#kernel/outbound.ts'
import { preparedMutation, query, served } from '#kernel/use-case.ts'
import * as contract from '#shared/instance/contract/email.ts'
import { EMAIL_TEMPLATES } from '#shared/instance/rules/email-templates.ts'
import { checkEmailSettings } from '../email/check-email-settings.ts'
import type { EmailOutbox } from '../email/email-outbox.ts'
import { readEmailState, type EmailStateSources } from '../email/email-state.ts'
import { makeEmailsDue, readOutgoingEmails } from '../email/emails.store.ts'
import { previewEmail } from '../email/render-email.ts'

export const getEmailSettings = (sources: EmailStateSources) =>
  query(contract.getEmailSettings, ({ visible }) => readEmailState(visible, sources))

/** Replaces the e-mail settings. What waits is sent by the new ones, at once. */
export const setEmailSettings = (
  sources: EmailStateSources & { emailOutbox: EmailOutbox; outbound: Outbound },
) =>
  preparedMutation(
    contract.setEmailSettings,
    async (_context, { body: { password, ...choice } }) => {
      const { emailConfig: config, outbound } = sources
      await checkEmailSettings({ config, outbound }, choice, password)
    },
    async (context, { body: { password, ...choice } }) => {
      const { emailConfig, emailOutbox } = sources
      const { everything, now, record, onCommit } = context
      const before = emailConfig.choice
      const use = await emailConfig.save(everything, choice, password)
      await makeEmailsDue(everything, now.toISOString())
      record({ type: 'email-settings-updated', data: { ...choice }, preData: { ...before } })
      onCommit(() => {
        use()
        emailOutbox.release()
      })
      const kept = password === undefined ? emailConfig.hasPassword : password !== ''
      const state = await readEmailState(everything, sources)
      return { ...state, ...choice, hasPassword: kept, source: 'window' as const }
    },
  )

const SHOWN = 100

export const getOutgoingEmails = query(contract.getOutgoingEmails, async ({ visible }) => ({
  emails: await readOutgoingEmails(visible, SHOWN),
}))

/** Sends a test message with the settings as they are stored. The event says who sent one where. */
export const sendTestEmail = ({ emailOutbox }: { emailOutbox: EmailOutbox }) =>
  preparedMutation(
    contract.sendTestEmail,
    ({ caller, ids }, { body: { recipient } }) =>
      emailOutbox.test(recipient, nameOf(caller.actor), ids.ulid()),
    async ({ record }, { body: { recipient } }, test) => {
      record({ type: 'email-tested', data: { name: recipient, sent: test.sent } })
      return test
    },
  )

const FORMATS = ['html', 'text'] as const

/** Shows an e-mail with example values. */
export const getEmailPreview = served(
  query(contract.getEmailPreview, async (_context, { params }) => {
    const template = EMAIL_TEMPLATES.find((one) => one === params.template)
    const format = FORMATS.find((one) => one === params.format)
    if (!format) throw notFound(`There is no format of this name. There is: ${FORMATS.join(', ')}.`)
    if (!template) throw notFound(`There is no e-mail of this name. There is: ${EMAIL_TEMPLATES.join(', ')}.`)
    return { ...(await previewEmail(template)), format }
  }),
  {
    reply: ({ format, html, text }) =>
      fileOf(format === 'html' ? html : text, {
        'content-type': `text/${format === 'html' ? 'html' : 'plain'}; charset=utf-8`,
        // the page of an e-mail has styles of its own and nothing else
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      }),
  },
)
