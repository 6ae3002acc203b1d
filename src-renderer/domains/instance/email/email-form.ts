import { parseSender } from '#shared/instance/rules/email-sender.ts'
import { NO_EMAIL, type EmailChoice } from '#shared/instance/schemas/email.ts'

/** Encryption, as one choice. */
export type Protection = 'starttls' | 'tls' | 'none'

/** Settings as the form edits them. */
export interface EmailForm {
  enabled: boolean
  host: string
  port: string
  protection: Protection
  user: string
  password: string
  sender: string
}

/** Fills the form with stored settings; the password is not among them. */
export function toForm(settings: EmailChoice = NO_EMAIL): EmailForm {
  const { enabled, host, port, secure, tls, user, sender } = settings
  const protection = secure ? 'tls' : tls === 'off' ? 'none' : 'starttls'
  return { enabled, host, port: port === null ? '' : String(port), protection, user, password: '', sender }
}

/** Makes the settings to send. A password that is left empty stays as it is, or goes with the user name. */
export function toSettings({ password, port, protection, ...rest }: EmailForm) {
  const user = rest.user.trim()
  return {
    enabled: rest.enabled,
    host: rest.host.trim(),
    port: port.trim() === '' ? null : Number(port),
    secure: protection === 'tls',
    tls: protection === 'none' ? ('off' as const) : ('auto' as const),
    user,
    sender: rest.sender.trim(),
    ...(user === '' ? { password: '' } : password === '' ? {} : { password }),
  }
}

const HIGHEST_PORT = 65_535

/** Describes the problem of a port; undefined: none. */
export function problemOfPort(port: string): string | undefined {
  const text = port.trim()
  if (text === '') return undefined
  const isPort = /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= HIGHEST_PORT
  return isPort ? undefined : 'Enter a number from 1 to 65535, or leave it empty.'
}

/** Describes the problem of a sender; undefined: none. */
export const problemOfSender = (sender: string): string | undefined =>
  sender.trim() === '' || parseSender(sender)
    ? undefined
    : 'Enter an address, such as Halyard <flags@example.com>.'

/** Names what is missing before e-mail can be turned on; undefined: nothing. */
export function missingIn({ enabled, host, sender }: EmailForm): string | undefined {
  if (!enabled) return undefined
  const missing = [
    ...(host.trim() === '' ? ['a mail server'] : []),
    ...(sender.trim() === '' ? ['a sender'] : []),
  ]
  return missing.length === 0 ? undefined : `To turn it on, enter ${missing.join(' and ')}.`
}
