import type { EmailTest } from '#shared/instance/schemas/email.ts'
import { messageOf } from '#shared/errors/message-of.ts'
import { AppError } from '#kernel/app-error.ts'
import type { Clock } from '#kernel/clock.ts'
import type { CommittedEvent } from '#kernel/event.ts'
import type { Logger } from '#kernel/logger.ts'
import type { Outbound } from '#kernel/outbound.ts'
import type { Sealer } from '#kernel/sealer.ts'
import type { Peers } from '#store/peers.ts'
import type { Store } from '#store/store.ts'
import type { EmailConfig, SmtpAccess } from './email-config.ts'
import {
  expireEmails,
  findDueEmail,
  deleteEmail,
  haveExpired,
  noteAttempt,
  type Attempt,
  type WaitingEmail,
} from './emails.store.ts'
import { isMailed } from './mail-events.ts'
import { linkPurposeOf } from './email-state.ts'
import { renderEmail } from './render-email.ts'
import { sendBySmtp, type EmailMessage, type SendResult, type SmtpTimes } from './smtp.ts'

interface Dependencies {
  store: Pick<Store, 'queries' | 'transaction' | 'durable'> & { readonly peers: Pick<Peers, 'alone'> }
  clock: Clock
  logger: Logger
  sealer: Sealer
  config: EmailConfig
  /** Calls mail servers: any that the operator chose, and those in the window's settings by the address policy. */
  outbound: { operators: Outbound; admins: Outbound }
  times: SmtpTimes
  /** Checks whether sending is paused. What waits is sent later. */
  isPaused: () => boolean
  /** Checks whether a user may see a project. */
  seesProject: (userId: number, project: string) => boolean
  instanceId: string
  pagesUrl: () => string
}

const MINUTE_MS = 60_000
/** Minutes before each further attempt. After the last one the e-mail is given up. */
const PAUSES = [1, 5, 15, 60, 180, 360, 360] as const
/** Longest time for which a server that fails holds up all e-mails. */
const LONGEST_HOLD_MINUTES = 5
/** Maximum number of test messages that are on their way at the same time, over all callers. */
const MAX_TESTS = 3

/**
 * Sends the e-mails of the outbox, one after the other, after they are on disk and without delaying other work. The result
 * is stored with the e-mail. After a stop between the two it is sent again, with the same Message-ID, and none is lost (ADR 8).
 */
export class EmailOutbox {
  readonly #sources: Dependencies
  readonly #ending = new AbortController()
  #running: Promise<void> | undefined
  #isWoken = false
  /** Time until which the server is left alone, in milliseconds of the clock that only goes forward. */
  #heldUntil = -Infinity
  /** Result that the store could not take yet. */
  #unnoted: { id: number; attempt: Attempt } | undefined
  #tests = 0

  constructor(sources: Dependencies) {
    this.#sources = sources
  }

  /** Handles committed events, which may have put e-mails into the outbox. Costs the writer nothing. */
  readonly noteEvents = (events: readonly CommittedEvent[]): void => {
    if (events.some(({ type }) => isMailed(type))) this.wake()
  }

  /** Sends what is due, soon. */
  wake(): void {
    if (this.#isWoken) return
    this.#isWoken = true
    setImmediate(() => {
      this.#isWoken = false
      this.run().catch((error: unknown) => {
        this.#sources.logger.warn({ err: error }, 'e-mails cannot be sent')
      })
    })
  }

  /** Tries again at once, after the settings have changed. */
  release(): void {
    this.#heldUntil = -Infinity
    this.wake()
  }

  /** Sends all e-mails that are due. Resolves when that is done. */
  async run(): Promise<void> {
    // one that is running may have looked before the latest e-mail was written
    while (this.#running) await this.#running
    if (this.#isHalted()) return
    this.#running = this.#sources.store.peers
      .alone('e-mails', () => this.#workOff())
      .finally(() => (this.#running = undefined))
    await this.#running
  }

  /** Sends a test message at once, besides the queue. Throws 429 if too many are on their way. */
  async test(recipient: string, by: string, id: string): Promise<EmailTest> {
    const { config, pagesUrl } = this.#sources
    if (this.#tests >= MAX_TESTS)
      throw new AppError('RateLimitError', 'Other test messages are still on their way. Try again.')
    this.#tests++
    const began = performance.now()
    try {
      const access = config.access()
      if (!access) throw new AppError('BadDataError', 'E-mail is turned off. Turn it on, then send a test.')
      const rendered = await renderEmail('test-message', { name: recipient, by, link: pagesUrl() })
      const letter = { ...rendered, recipient, messageId: this.#messageId(access, `test-${id}`) }
      const { error, conversation } = await this.#send(access, letter)
      const durationMs = Math.round(performance.now() - began)
      return { sent: error === null, error, durationMs, conversation }
    } finally {
      this.#tests--
    }
  }

  /** Aborts what is being sent. It is sent again after the next start. */
  async stop(): Promise<void> {
    this.#ending.abort()
    await this.#running
  }

  #isHalted(): boolean {
    return this.#ending.signal.aborted || this.#sources.isPaused()
  }

  async #workOff(): Promise<void> {
    const { store, clock, config } = this.#sources
    await this.#noteAgain()
    await this.#expire()
    while (!this.#isHalted() && config.isEnabled && clock.elapsed() >= this.#heldUntil) {
      const email = await findDueEmail(store.queries, clock.now().toISOString())
      if (!email) return
      if (!this.#maySend(email)) {
        await store.transaction((queries) => deleteEmail(queries, email.cause))
        continue
      }
      // do not send what a power cut could undo
      await store.durable()
      const sending = await this.#sendWaiting(email)
      if (this.#ending.signal.aborted && sending.error !== null) return
      this.#unnoted = { id: email.id, attempt: this.#attemptOf(email, sending) }
      await this.#noteAgain()
    }
  }

  /** Checks right before sending: the recipient can have lost the project since, or long before. */
  #maySend({ userId, variables: { project } }: WaitingEmail): boolean {
    return userId === null || project === undefined || this.#sources.seesProject(userId, project)
  }

  async #expire(): Promise<void> {
    const { store, clock, logger } = this.#sources
    const now = clock.now().toISOString()
    if (!(await haveExpired(store.queries, now))) return
    const expired = await store.transaction((queries) => expireEmails(queries, now))
    logger.warn({ expired }, 'e-mails were given up after a day')
  }

  /** Stores the last result. If that fails, it is tried before the next e-mail, so that none is sent twice knowingly. */
  async #noteAgain(): Promise<void> {
    const unnoted = this.#unnoted
    if (!unnoted) return
    await this.#sources.store.transaction((queries) => noteAttempt(queries, unnoted.id, unnoted.attempt))
    this.#unnoted = undefined
  }

  async #sendWaiting(email: WaitingEmail): Promise<SendResult> {
    const { config, sealer } = this.#sources
    const { id, cause, template, recipient, variables, sealedLink } = email
    try {
      const access = config.access()
      if (!access) return failed('E-mail is turned off.', { isOfServer: true })
      const link = sealedLink === null ? undefined : sealer.open(sealedLink, linkPurposeOf(cause))
      const values = link === undefined ? variables : { ...variables, link }
      const rendered = await renderEmail(template, values)
      return await this.#send(access, {
        ...rendered,
        recipient,
        messageId: this.#messageId(access, String(id)),
      })
    } catch (error) {
      return failed(messageOf(error))
    }
  }

  #send(access: SmtpAccess, letter: EmailMessage): Promise<SendResult> {
    const { outbound, times } = this.#sources
    return sendBySmtp(access, letter, {
      outbound: access.isOperators ? outbound.operators : outbound.admins,
      times,
      signal: this.#ending.signal,
    })
  }

  #messageId({ sender: { address } }: SmtpAccess, id: string): string {
    return `<${id}.${this.#sources.instanceId}@${address.slice(address.lastIndexOf('@') + 1)}>`
  }

  #attemptOf(email: WaitingEmail, { error, isPermanent, isOfServer }: SendResult): Attempt {
    const { clock, logger } = this.#sources
    const { id, template } = email
    const now = clock.now()
    const attempts = email.attempts + 1
    if (error === null) {
      logger.debug({ email: id, template, attempts }, 'an e-mail was sent')
      return { state: 'sent', attempts, error: null, nextAttemptAt: null, sentAt: now.toISOString() }
    }
    const pause = isPermanent ? undefined : PAUSES[email.attempts]
    if (isOfServer && pause !== undefined)
      this.#heldUntil = clock.elapsed() + Math.min(pause, LONGEST_HOLD_MINUTES) * MINUTE_MS
    logger.warn({ email: id, template, attempts, reason: error }, 'an e-mail could not be sent')
    const nextAttemptAt =
      pause === undefined ? null : new Date(now.getTime() + pause * MINUTE_MS).toISOString()
    return {
      state: nextAttemptAt === null ? 'failed' : 'waiting',
      attempts,
      error,
      nextAttemptAt,
      sentAt: null,
    }
  }
}

const failed = (error: string, { isOfServer = false } = {}): SendResult => ({
  error,
  isPermanent: false,
  isOfServer,
  conversation: [],
})
