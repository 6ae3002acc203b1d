import { EmailConfig, type EmailOptions } from '#domains/instance/email/email-config.ts'
import { EmailOutbox } from '#domains/instance/email/email-outbox.ts'
import type { SmtpTimes } from '#domains/instance/email/smtp.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Logger } from '#kernel/logger.ts'
import type { Outbound } from '#kernel/outbound.ts'
import type { Sealer } from '#kernel/sealer.ts'
import type { Store } from '#store/store.ts'
import type { Config } from '#settings/config.ts'

const TIMES: SmtpTimes = { replyMs: 10_000, totalMs: 30_000 }

interface Dependencies {
  config: Config
  store: Store
  clock: Clock
  logger: Logger
  sealer: Sealer
  /** Calls mail servers: those that the operator chose, and those of the window by the address policy. */
  outbound: { operators: Outbound; admins: Outbound }
  instanceId: string
  pagesUrl: () => string
  isPaused: () => boolean
  seesProject: (userId: number, project: string) => boolean
  times?: SmtpTimes
}

/** Opens e-mail: its settings and its outbox. */
export async function openEmail({
  config,
  times = TIMES,
  ...parts
}: Dependencies): Promise<{ emailConfig: EmailConfig; emailOutbox: EmailOutbox }> {
  const emailConfig = new EmailConfig(emailOptionsOf(config), parts.sealer)
  await emailConfig.load(parts.store.queries)
  const emailOutbox = new EmailOutbox({
    ...parts,
    config: emailConfig,
    times,
  })
  return { emailConfig, emailOutbox }
}

function emailOptionsOf(config: Config): EmailOptions | undefined {
  const { emailHost: host, baseUrl } = config
  if (host === undefined) return undefined
  return {
    host,
    port: config.emailPort,
    secure: config.emailSecure,
    tls: config.emailTls,
    user: config.emailUser,
    password: config.emailPassword,
    sender: config.emailSender ?? `Halyard <halyard@${baseUrl ? new URL(baseUrl).hostname : host}>`,
  }
}
