import { fileOf } from '#kernel/route.ts'
import { notFound, badData } from '#kernel/app-error.ts'
import { nameOf } from '#kernel/caller.ts'
import type { Outbound } from '#kernel/outbound.ts'
import { preparedMutation, query, served } from '#kernel/use-case.ts'
import * as contract from '#shared/instance/contract/email.ts'
import { EMAIL_TEMPLATES } from '#shared/instance/rules/email-templates.ts'
import type { EmailOutbox } from '../email/email-outbox.ts'
import { readEmailState, type EmailStateSources } from '../email/email-state.ts'
import { makeEmailsDue, readOutgoingEmails } from '../email/emails.store.ts'
import { previewEmail } from '../email/render-email.ts'
import type { EmailChoice } from '#shared/instance/schemas/email.ts'
import type { EmailConfig } from '../email/email-config.ts'

export const getEmailSettings = (sources: EmailStateSources) =>
  query(contract.getEmailSettings, ({ visible }) => readEmailState(visible, sources))

/** Throws 400 for settings that cannot work, or that would send the stored password elsewhere. Before the transaction. */
async function checkEmailSettings(
  { config, outbound }: { config: EmailConfig; outbound: Outbound },
  next: EmailChoice,
  password: string | undefined,
): Promise<void> {
  if (config.source === 'environment')
    throw badData(
      'E-mail is set by variables or the settings file of the service (EMAIL_HOST and others). Change it there.',
      '/body',
    )
  if (next.enabled && next.host === '')
    throw badData('To switch e-mail on, enter a mail server.', '/body/host')
  if (next.enabled && next.sender === '')
    throw badData('To switch e-mail on, enter a sender.', '/body/sender')
  if (config.hasPassword && password === undefined && leadsElsewhere(config.choice, next))
    throw badData(
      'The stored password belongs to the former server and user. Enter the password again.',
      '/body/password',
    )
  const problem = next.host === '' ? undefined : await outbound.problemOf(urlOf(next.host))
  if (problem !== undefined) throw badData(problem, '/body/host')
}

/** A password that somebody else entered must not go to a server that it was not entered for. */
const leadsElsewhere = (before: EmailChoice, next: EmailChoice): boolean =>
  before.host !== next.host ||
  before.port !== next.port ||
  before.user !== next.user ||
  (before.secure && !next.secure) ||
  (before.tls === 'auto' && next.tls === 'off')

/** Writes a host as a URL, so that it is checked like those of integrations. */
const urlOf = (host: string) => `https://${host.includes(':') ? `[${host}]` : host}/`

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
