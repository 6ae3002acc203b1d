import { z } from 'zod'

import { parseSender } from '#shared/instance/rules/email-sender.ts'
import { EMAIL_TLS } from '#shared/instance/schemas/email.ts'
import { setting } from './setting-node.ts'
import { YesOrNo } from './setting-schemas.ts'

const here = { section: 'email', page: '/admin/instance/email' } as const

/** Settings of the mail server. With `emailHost`, those of the window are not used. */
export const EMAIL_SETTINGS = {
  emailHost: setting({
    ...here,
    title: 'Mail server',
    default: 'none',
    help: 'The mail server; it may be in a private network.',
    schema: z.string().min(1).optional(),
    variables: ['EMAIL_HOST'],
  }),
  emailPort: setting({
    ...here,
    title: 'Port',
    default: '465 with `emailSecure`, else 587',
    help: 'Port of the mail server.',
    schema: z.coerce.number('must be a number from 1 to 65535').int().min(1).max(65_535).optional(),
    variables: ['EMAIL_PORT'],
  }),
  emailSecure: setting({
    ...here,
    title: 'TLS from the start',
    default: '`false`',
    help: '`false`: STARTTLS where the server offers it. `true`: TLS from the start.',
    schema: YesOrNo.default(false),
    variables: ['EMAIL_SECURE'],
  }),
  emailTls: setting({
    ...here,
    title: 'STARTTLS',
    default: '`auto`',
    help: '`auto`: no password without TLS, except on this machine. `off`: no STARTTLS.',
    schema: z.enum(EMAIL_TLS, { error: 'must be auto or off' }).default('auto'),
    variables: ['HALYARD_EMAIL_TLS'],
  }),
  emailUser: setting({
    ...here,
    title: 'User',
    default: 'none',
    help: 'User of the mail server.',
    schema: z.string().default(''),
    variables: ['EMAIL_USER'],
  }),
  emailPassword: setting({
    ...here,
    title: 'Password',
    default: 'none',
    help: 'Password of the user. It is not stored.',
    schema: z.string().default(''),
    variables: ['EMAIL_PASSWORD'],
    secret: true,
  }),
  emailSender: setting({
    ...here,
    title: 'Sender',
    default: '`Halyard <halyard@HOST>`, of `baseUrl` or the mail server',
    help: 'An address, or `Name <address>`.',
    schema: z
      .string()
      .refine(
        (text) => parseSender(text) !== undefined,
        'must be an address, such as Halyard <flags@example.com>',
      )
      .optional(),
    variables: ['EMAIL_SENDER'],
  }),
}
