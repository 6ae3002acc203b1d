import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

import { PATIENCE_MS } from '../runner/patience.ts'
import { root } from '../runner/root.ts'

export const CERTIFICATE = path.join(root, 'test/support/fixtures/smtp/localhost.cert.pem')
const KEY = path.join(root, 'test/support/fixtures/smtp/localhost.key.pem')

/** Message that the server was given: also one that it did not confirm. */
export interface ReceivedMail {
  to: string[]
  from: string
  raw: string
  /** True if it came over TLS. */
  secure: boolean
  user: string | undefined
}

/** Behaviour of the server, to be changed while it runs. */
export interface MailBehaviour {
  /** Answer to a recipient or a message: an SMTP code of refusal; undefined: accepted. */
  refuseRecipient?: number
  refuseMessage?: number
  /** Never answers once it has the message, or to the connection. */
  hangs?: 'message' | 'connection'
  /** Breaks the connection once it has the message, without an answer. */
  dies?: boolean
}

export interface MailServer {
  port: number
  received: ReceivedMail[]
  behaviour: MailBehaviour
  /** Milliseconds to wait for the server: few while it hangs, so many otherwise that no slow machine needs them. */
  times: { readonly replyMs: number; readonly totalMs: number }
  /** Number of connections so far. */
  connections(): number
  stop(): Promise<void>
}

const PASSWORD = 'smtp-password-1'

/** Starts a mail server on a free port of this machine. Its user is `mailer`, with the password `smtp-password-1`. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const behaviour: MailBehaviour = {}
  let connections = 0
  const refusal = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code })
  const server: SMTPServer = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    key: readFileSync(KEY),
    cert: readFileSync(CERTIFICATE),
    closeTimeout: 10,
    onConnect: (_session, done) => {
      connections++
      if (behaviour.hangs !== 'connection') done()
    },
    onAuth: ({ username, password }, _session, done) => {
      if (username === 'mailer' && password === PASSWORD) done(null, { user: username })
      else done(refusal(535, 'Authentication failed'))
    },
    onRcptTo: (_address, _session, done) => {
      const { refuseRecipient: code } = behaviour
      done(code === undefined ? null : refusal(code, 'No such user'))
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { refuseMessage: code, hangs, dies } = behaviour
        if (code !== undefined) return done(refusal(code, 'Message refused'))
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          to: rcptTo.map(({ address }) => address),
          from: mailFrom === false ? '' : mailFrom.address,
          raw: Buffer.concat(chunks).toString('utf8'),
          secure: session.secure,
          user: session.user as string | undefined,
        })
        if (dies) for (const connection of server.connections) connection.close()
        else if (hangs !== 'message') done()
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    behaviour,
    times: {
      get replyMs() {
        return behaviour.hangs ? 1000 : PATIENCE_MS
      },
      get totalMs() {
        return behaviour.hangs ? 1500 : PATIENCE_MS
      },
    },
    connections: () => connections,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Header of a message. */
export const headerOf = ({ raw }: ReceivedMail, name: string): string =>
  new RegExp(`^${name}: ((?:.*\\r\\n(?: .*)?)+?)(?=\\S)`, 'mi')
    .exec(raw)?.[1]
    ?.replace(/\r\n\s*/g, ' ')
    .trim() ?? ''

/** Text of a message without the line breaks of its transport encoding. */
export const plainOf = ({ raw }: ReceivedMail): string =>
  raw.replaceAll('=\r\n', '').replaceAll('=3D', '=').replaceAll('\r\n', '\n')
