import { readFileSync } from 'node:fs'

import { EmailConfig, type EmailOptions } from '../domains/instance/records/email/email-config.ts'
import { EmailOutbox } from '../domains/instance/records/email/email-outbox.ts'
import type { SmtpTimes } from '../domains/instance/records/email/smtp.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Logger } from '../kernel/logger.ts'
import { Outbound } from '../kernel/outbound.ts'
import type { Sealer } from '../kernel/sealer.ts'
import type { Store } from '../store/store.ts'
import { ConfigError, type Config } from './config.ts'

const TIMES: SmtpTimes = { replyMs: 10_000, totalMs: 30_000 }

interface Parts {
  config: Config
  store: Store
  clock: Clock
  logger: Logger
  sealer: Sealer
  outbound: Outbound
  instanceId: string
  pagesUrl: () => string
  isPaused: () => boolean
  seesProject: (userId: number, project: string) => boolean
  times?: SmtpTimes
}

/** Opens e-mail: its settings and its outbox. Throws ConfigError if the file of the certificate authority is not there. */
export async function openEmail({
  config,
  times = TIMES,
  outbound,
  ...parts
}: Parts): Promise<{ emailConfig: EmailConfig; emailOutbox: EmailOutbox }> {
  const emailConfig = new EmailConfig(emailOptionsOf(config), parts.sealer)
  await emailConfig.load(parts.store.queries)
  const emailOutbox = new EmailOutbox({
    ...parts,
    config: emailConfig,
    times,
    // the host of the operator's settings is the operator's own choice
    outbound: { operators: new Outbound({ allowPrivate: true, allowList: [] }), admins: outbound },
  })
  return { emailConfig, emailOutbox }
}

function emailOptionsOf(config: Config): EmailOptions | undefined {
  const { emailHost: host, emailCaFile, baseUrl } = config
  if (host === undefined) return undefined
  return {
    host,
    port: config.emailPort,
    secure: config.emailSecure,
    tls: config.emailTls,
    user: config.emailUser,
    password: config.emailPassword,
    sender: config.emailSender ?? `Halyard <halyard@${baseUrl ? new URL(baseUrl).hostname : host}>`,
    ...(emailCaFile === undefined ? {} : { ca: readCa(emailCaFile) }),
  }
}

function readCa(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new ConfigError(`emailCaFile: the file ${file} cannot be read: ${(error as Error).message}`)
  }
}
