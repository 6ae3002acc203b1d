import { once } from 'node:events'
import type { Socket } from 'node:net'

import { CertificateError } from '#kernel/network/certificate-error.ts'
import type { Outbound } from '#kernel/outbound.ts'
import type { SmtpAccess } from './email-config.ts'

/** Longest reply to one command. */
const MAX_REPLY = 8192

/**
 * Puts an error of nodemailer about certificates into words. It does not say which certificate it met, so the handshake is made
 * again, and fails again.
 */
export async function nameCertificate(
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
