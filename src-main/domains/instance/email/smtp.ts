import { once } from 'node:events'
import type { Socket } from 'node:net'

import type { EmailTest } from '#shared/instance/schemas/email.ts'
import { isLoopbackHost } from '#kernel/address-policy.ts'
import { CertificateError } from '#kernel/network/certificate-error.ts'
import { onFirstUse } from '#runtime/on-first-use.ts'
import type { Outbound } from '#kernel/outbound.ts'
import type { SmtpAccess } from './email-config.ts'
import type { RenderedEmail } from './render-email.ts'
import { describeFailure, isOfCertificate, isPermanent, systemErrorIn } from './smtp-failure.ts'

export type Conversation = EmailTest['conversation']

/** E-mail with its envelope. */
export interface EmailMessage extends RenderedEmail {
  recipient: string
  /** Stays the same over all attempts, so that mail programs recognise a message that arrives twice. */
  messageId: string
}

/** Result of an attempt to send; `error` is null once the server has accepted the e-mail. */
export interface SendResult {
  error: string | null
  /** True if a further attempt would fail in the same way. */
  isPermanent: boolean
  /** True if the server failed before the e-mail mattered: others would fail, too. */
  isOfServer: boolean
  conversation: Conversation
}

/** Limits on one attempt. */
export interface SmtpTimes {
  /** Time to connect and to get each reply. */
  replyMs: number
  /** Time for all of it. */
  totalMs: number
}

/** Lines of a conversation that are kept, and their length. */
const MAX_LINES = 100
const MAX_LINE = 500

const nodemailer = onFirstUse('nodemailer', 'e-mail', () => import('nodemailer'))

/** Longest reply to one command. */
const MAX_REPLY = 8192

/**
 * Puts an error of nodemailer about certificates into words. It does not say which certificate it met, so the handshake is made
 * again, and fails again.
 */
async function nameCertificate(
  failure: Error,
  { host, port, secure }: SmtpAccess,
  outbound: Outbound,
  signal: AbortSignal,
): Promise<Error> {
  let socket: Socket | undefined
  try {
    socket = await outbound.connect('smtp:', { host, port }, signal)
    socket.on('error', () => {})
    if (!secure) {
      await replyOf(socket, signal)
      for (const command of ['EHLO [127.0.0.1]', 'STARTTLS']) {
        socket.write(`${command}\r\n`)
        await replyOf(socket, signal)
      }
    }
    socket = await outbound.secure(socket, host, signal)
    return outbound.nameCertificateError(failure, host)
  } catch (error) {
    return error instanceof CertificateError ? error : outbound.nameCertificateError(failure, host)
  } finally {
    socket?.destroy()
  }
}

/** Reads a reply, whose last line has a space after its number. */
async function replyOf(socket: Socket, signal: AbortSignal): Promise<void> {
  let text = ''
  while (!/(?:^|\n)\d{3} [^\n]*\n$/.test(text)) {
    const [chunk] = (await once(socket, 'data', { signal })) as [Buffer]
    text += chunk.toString('latin1')
    if (text.length > MAX_REPLY) throw new Error('The reply is too long.')
  }
}

/** Sends an e-mail by SMTP. Never throws: the result says what happened. */
export async function sendBySmtp(
  access: SmtpAccess,
  letter: EmailMessage,
  { outbound, times, signal }: { outbound: Outbound; times: SmtpTimes; signal: AbortSignal },
): Promise<SendResult> {
  const { createTransport } = await nodemailer()
  const conversation: Conversation = []
  const { host, port, secure, sender, user } = access
  const ending = AbortSignal.any([signal, AbortSignal.timeout(times.totalMs)])
  const transport = createTransport({
    host,
    port,
    secure,
    ignoreTLS: access.tls === 'off',
    // a password is not sent in the clear, except within this machine
    requireTLS: !secure && access.tls === 'auto' && user !== '' && !isLoopbackHost(host),
    tls: { secureContext: await outbound.secureContextFor(host) },
    ...(user === '' ? {} : { auth: { user, pass: access.password } }),
    connectionTimeout: times.replyMs,
    greetingTimeout: times.replyMs,
    socketTimeout: times.replyMs,
    socketCloseTimeout: 0,
    disableFileAccess: true,
    disableUrlAccess: true,
    debug: true,
    logger: loggerInto(conversation),
    getSocket: (_options, done) => {
      outbound
        .within({ timeoutMs: times.replyMs })
        .connect('smtp:', { host, port }, ending)
        .then((connection) => done(null, { connection }), done)
    },
  })
  try {
    await transport.sendMail({
      from: { name: sender.name, address: sender.address },
      to: { name: '', address: letter.recipient },
      messageId: letter.messageId,
      subject: letter.subject,
      text: letter.text,
      html: letter.html,
      headers: { 'auto-submitted': 'auto-generated' },
      signal: ending,
    })
    return { error: null, isPermanent: false, isOfServer: false, conversation }
  } catch (error) {
    const cause = systemErrorIn(error)
    const named = isOfCertificate(error) ? await nameCertificate(cause, access, outbound, ending) : undefined
    const { text, isOfServer } = describeFailure(named instanceof CertificateError ? named : error, host)
    return {
      error: withoutPassword(text, access),
      isPermanent: isPermanent(error),
      isOfServer,
      conversation,
    }
  } finally {
    transport.close()
  }
}

/** Collects commands and replies. The message is left out, and so is all that the client sends to authenticate. */
function loggerInto(conversation: Conversation) {
  let isAuthenticating = false
  const note = (entry: { tnx?: string }, ...rest: unknown[]) => {
    const { tnx } = entry
    if ((tnx !== 'client' && tnx !== 'server') || conversation.length >= MAX_LINES) return
    const line = rest.map(String).join(' ').slice(0, MAX_LINE)
    if (tnx === 'client') {
      const isCredential = isAuthenticating
      if (/^AUTH /i.test(line)) isAuthenticating = true
      const shown = /^AUTH /i.test(line)
        ? line.split(' ').slice(0, 2).join(' ')
        : isCredential
          ? '(credentials)'
          : line
      conversation.push({ from: 'client', text: shown })
      return
    }
    if (!line.startsWith('3')) isAuthenticating = false
    conversation.push({ from: 'server', text: isAuthenticating ? '334 (challenge)' : line })
  }
  return {
    level: () => undefined,
    trace: note,
    debug: note,
    info: note,
    warn: note,
    error: note,
    fatal: note,
  }
}

function withoutPassword(text: string, { password }: SmtpAccess): string {
  if (password === '') return text
  const forms = [password, Buffer.from(password).toString('base64')]
  return forms.reduce((shown, form) => shown.replaceAll(form, '*****'), text)
}
