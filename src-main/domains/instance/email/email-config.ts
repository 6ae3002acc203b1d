import { parseSender, type Sender } from '#shared/instance/rules/email-sender.ts'
import { NO_EMAIL, type EMAIL_SOURCES, type EmailChoice } from '#shared/instance/schemas/email.ts'
import { OwnChanges } from '#runtime/own-changes.ts'
import type { Sealer } from '#kernel/sealer.ts'
import type { Queries } from '#store/queries.ts'
import { readSetting, writeSetting } from '#store/setting-rows.ts'

const SETTING = 'email'
const PURPOSE = 'email.password'
const TLS_PORT = 465
const SUBMISSION_PORT = 587

type Stored = EmailChoice & { sealedPassword: string | null }

/** Access to a mail server. */
export interface SmtpAccess {
  host: string
  port: number
  secure: boolean
  tls: EmailChoice['tls']
  user: string
  password: string
  sender: Sender
  /** True for a host that the operator of the service chose: it may be in a private network. */
  isOperators: boolean
}

/** Settings of the service (variables or settings file) that concern e-mail. */
export interface EmailOptions {
  host: string
  port?: number | undefined
  secure: boolean
  tls: EmailChoice['tls']
  user: string
  password: string
  sender: string
}

/**
 * Settings of e-mail, in memory. Those of the service win over those of the window. The password stays sealed until an
 * e-mail is sent.
 */
export class EmailConfig {
  readonly #options: EmailOptions | undefined
  readonly #sealer: Sealer
  #stored: Stored | undefined
  readonly #changes = new OwnChanges()

  constructor(options: EmailOptions | undefined, sealer: Sealer) {
    this.#options = options
    this.#sealer = sealer
  }

  /** Loads the settings that were made in the window. */
  async load(queries: Queries): Promise<void> {
    await this.#changes.readAgain(
      () => readSetting<Stored>(queries, SETTING),
      (stored) => (this.#stored = stored),
    )
  }

  /** Stores settings, and returns what takes them into use once they are committed. */
  async save(queries: Queries, choice: EmailChoice, password: string | undefined): Promise<() => void> {
    const kept = this.#stored?.sealedPassword ?? null
    const sealedPassword =
      password === undefined ? kept : password === '' ? null : this.#sealer.seal(password, PURPOSE)
    const stored: Stored = { ...choice, sealedPassword }
    await writeSetting(queries, SETTING, stored)
    return () => this.#changes.make(() => (this.#stored = stored))
  }

  get source(): (typeof EMAIL_SOURCES)[number] {
    if (this.#options) return 'environment'
    return this.#stored ? 'window' : 'none'
  }

  get isEnabled(): boolean {
    return this.#options !== undefined || (this.#stored?.enabled ?? false)
  }

  get hasPassword(): boolean {
    return this.#options ? this.#options.password !== '' : (this.#stored?.sealedPassword ?? null) !== null
  }

  /** Settings as they are shown. */
  get choice(): EmailChoice {
    if (!this.#options) {
      const { sealedPassword: _secret, ...choice } = this.#stored ?? { ...NO_EMAIL, sealedPassword: null }
      return choice
    }
    const { password: _password, port, ...rest } = this.#options
    return { ...rest, port: port ?? null, enabled: true }
  }

  /** Access to the mail server; undefined: e-mail is off. Throws UnreadableSecret if the password cannot be decrypted. */
  access(): SmtpAccess | undefined {
    const { enabled, port, sender: text, ...rest } = this.choice
    const sender = parseSender(text)
    if (!enabled || !sender) return undefined
    const sealed = this.#stored?.sealedPassword ?? null
    return {
      ...rest,
      port: port ?? (rest.secure ? TLS_PORT : SUBMISSION_PORT),
      sender,
      password: this.#options?.password ?? (sealed === null ? '' : this.#sealer.open(sealed, PURPOSE)),
      isOperators: this.#options !== undefined,
    }
  }
}
