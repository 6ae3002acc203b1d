import { CertificateError } from '#kernel/network/certificate-error.ts'
import { explainFailure } from '#kernel/outbound.ts'

/** Error of nodemailer, as far as it says what happened. */
interface SmtpFailure {
  code?: string
  command?: string
  response?: string
  responseCode?: number
  originalCode?: string
}

/** Codes of Node.js for certificates and handshakes that fail. */
const TLS_CODES = /CERT|SSL|TLS|ISSUER/
const MAX_REPLY = 300
/** Replies from here on will be the same the next time. */
const PERMANENT = 500

/** Checks whether the server refused this e-mail for good, rather than the sign-in, the sender or the moment. */
export function isPermanent(error: unknown): boolean {
  const { command, responseCode = 0 } = failureOf(error)
  return responseCode >= PERMANENT && (command === 'RCPT TO' || command === 'DATA')
}

/** Checks whether the server's certificate was not accepted, or the handshake with it failed. */
export const isOfCertificate = (error: unknown): boolean => {
  const { code = '', originalCode = '' } = failureOf(error)
  return code === 'ETLS' || TLS_CODES.test(originalCode)
}

/** Explains in plain words why an e-mail was not sent, and whether others would fail in the same way. */
export function describeFailure(error: unknown, host: string): { text: string; isOfServer: boolean } {
  if (error instanceof CertificateError) return { text: error.message, isOfServer: true }
  const { code = '', command = '', response } = failureOf(error)
  const reply = response === undefined ? '' : response.replace(/\s+/g, ' ').slice(0, MAX_REPLY)
  if (command === 'RCPT TO' && reply !== '')
    return { text: `${host} refused the recipient: ${reply}`, isOfServer: false }
  if (command === 'DATA' && reply !== '')
    return { text: `${host} refused the message: ${reply}`, isOfServer: false }
  const text =
    code === 'EAUTH'
      ? `${host} did not accept the user name and the password${reply === '' ? '.' : `: ${reply}`}`
      : isOfCertificate(error)
        ? `The connection to ${host} could not be protected by TLS: ${messageOf(error)}`
        : reply !== ''
          ? `${host} refused to go on: ${reply}`
          : code === 'ETIMEDOUT'
            ? `${host} did not answer in time.`
            : code === 'ECONNECTION'
              ? `${host} closed the connection before it accepted the message.`
              : explainFailure(systemErrorIn(error), host)
  return { text, isOfServer: true }
}

const failureOf = (error: unknown): SmtpFailure => (error instanceof Error ? (error as SmtpFailure) : {})

const messageOf = (error: unknown) =>
  error instanceof Error ? error.message.replace(/\s+/g, ' ').slice(0, MAX_REPLY) : ''

/** Returns the system's error, which nodemailer has renamed. */
export function systemErrorIn(error: unknown): Error {
  const { originalCode = '' } = failureOf(error)
  if (originalCode === '' && error instanceof Error) return error
  return Object.assign(new Error(messageOf(error)), { code: originalCode })
}
