import type { EmailChoice } from '#shared/instance/schemas/email.ts'
import { badData } from '#kernel/app-error.ts'
import type { Outbound } from '#kernel/outbound.ts'
import type { EmailConfig } from './email-config.ts'

/** Throws 400 for settings that cannot work, or that would send the stored password elsewhere. Before the transaction. */
export async function checkEmailSettings(
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
