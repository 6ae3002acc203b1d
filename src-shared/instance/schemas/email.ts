import { z } from 'zod'

import { Instant } from '../../schemas/scalars.ts'
import { EMAIL_TEMPLATES } from '../rules/email-templates.ts'
import { parseSender } from '../rules/email-sender.ts'

const MAX_TEXT = 255

/** Ways to protect the connection to a mail server that does not begin with TLS. */
export const EMAIL_TLS = ['auto', 'off'] as const

/** A host name or an address, without a port. */
const Host = z
  .string()
  .trim()
  .max(MAX_TEXT)
  .regex(/^[\w.:-]*$/, 'must be a host name or an address, such as smtp.example.com')

/** `Name <address>`, or the address alone. */
const Sender = z
  .string()
  .trim()
  .max(MAX_TEXT)
  .refine(
    (text) => text === '' || parseSender(text) !== undefined,
    'must be an address, such as Halyard <flags@example.com>',
  )

const Settings = z.object({
  enabled: z.boolean(),
  host: Host,
  port: z.int().min(1).max(65_535).nullable().meta({ description: 'Null: 465 with `secure`, else 587.' }),
  secure: z.boolean().meta({ description: 'Begin with TLS. Without, STARTTLS is used where it is offered.' }),
  tls: z
    .enum(EMAIL_TLS)
    .meta({ description: '`auto`: STARTTLS where offered, required before a password. `off`: never.' }),
  user: z.string().trim().max(MAX_TEXT),
  sender: Sender,
})

export const SetEmailSettings = Settings.extend({
  password: z
    .string()
    .max(1000)
    .optional()
    .meta({ description: 'Absent: the stored one stays. Empty: none.' }),
}).meta({ id: 'setEmailSettingsSchema' })

/** Settings of e-mail, without the password. */
export type EmailChoice = Omit<z.output<typeof SetEmailSettings>, 'password'>

/** Settings of an instance without a mail server. */
export const NO_EMAIL: EmailChoice = {
  enabled: false,
  host: '',
  port: null,
  secure: false,
  tls: 'auto',
  user: '',
  sender: '',
}

export const EMAIL_SOURCES = ['none', 'window', 'environment'] as const

export const EmailSettings = Settings.extend({
  host: z.string(),
  user: z.string(),
  sender: z.string(),
  hasPassword: z.boolean(),
  source: z
    .enum(EMAIL_SOURCES)
    .meta({ description: '`environment`: set by variables or the settings file, and not changeable here.' }),
  linksTo: z.string().meta({ description: 'URL that links in e-mails begin with.' }),
  waiting: z.int().meta({ description: 'Number of e-mails that wait to be sent.' }),
  templates: z.array(z.object({ id: z.enum(EMAIL_TEMPLATES), title: z.string() })),
}).meta({ id: 'emailSettingsSchema' })
export type EmailSettings = z.output<typeof EmailSettings>

export const EMAIL_STATES = ['waiting', 'sent', 'failed'] as const
export type EmailState = (typeof EMAIL_STATES)[number]

/** An e-mail of the outbox. It never shows a link. */
export const OutgoingEmail = z
  .object({
    id: z.int(),
    template: z.enum(EMAIL_TEMPLATES),
    recipient: z.string(),
    state: z.enum(EMAIL_STATES),
    attempts: z.int(),
    error: z.string().nullable(),
    createdAt: Instant,
    sentAt: Instant.nullable(),
    nextAttemptAt: Instant.nullable(),
  })
  .meta({ id: 'outgoingEmailSchema' })
export type OutgoingEmail = z.output<typeof OutgoingEmail>

export const OutgoingEmails = z
  .object({ emails: z.array(OutgoingEmail) })
  .meta({ id: 'outgoingEmailsSchema' })

export const SendTestEmail = z
  .object({
    recipient: z
      .email('must be an e-mail address')
      .max(MAX_TEXT)
      .meta({ description: 'Address to send the test message to.' }),
  })
  .meta({ id: 'sendTestEmailSchema' })

export const EmailTest = z
  .object({
    sent: z.boolean(),
    error: z.string().nullable(),
    durationMs: z.int(),
    conversation: z
      .array(z.object({ from: z.enum(['client', 'server']), text: z.string() }))
      .meta({ description: 'Commands and replies of SMTP, without credentials and without the message.' }),
  })
  .meta({ id: 'emailTestSchema' })
export type EmailTest = z.output<typeof EmailTest>

export const EmailPreview = z.object({
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  format: z.enum(['html', 'text']),
})
export type EmailPreview = z.output<typeof EmailPreview>
