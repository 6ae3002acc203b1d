import type { EmailTemplate } from '#shared/instance/rules/email-templates.ts'
import { isEmailAddress } from '#shared/instance/rules/email-sender.ts'
import type { Logger } from '#kernel/logger.ts'
import type { Sealer } from '#kernel/sealer.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { deleteEmail, insertEmail, supersedeLinks, type NewEmail } from './emails.store.ts'
import type { EmailOutbox } from './email-outbox.ts'
import { expiryOf, linkPurposeOf } from './email-state.ts'
import type { EmailConfig } from './email-config.ts'

/** Services that add e-mails to the outbox. */
export interface EmailServices {
  emailConfig: EmailConfig
  emailOutbox: EmailOutbox
  sealer: Sealer
}

/** E-mail with a link that holds a secret. */
export interface LinkEmail {
  template: EmailTemplate
  user: { id: number; email: string | null }
  name: string
  link: string
  /** True if earlier links of the user stay valid. */
  keepEarlier?: boolean
}

/**
 * Adds an e-mail with a link to the outbox, in the transaction that makes the link, and returns whether it will be sent.
 * It never fails the write: without e-mail, an address or a key to seal the link with, there is no e-mail.
 */
export async function queueLinkEmail(
  context: Pick<MutationContext, 'everything' | 'now' | 'ids' | 'onCommit' | 'logger'>,
  { emailConfig, emailOutbox, sealer }: EmailServices,
  { template, user, name, link, keepEarlier = false }: LinkEmail,
): Promise<boolean> {
  const { email: recipient } = user
  if (!keepEarlier) await supersedeLinks(context.everything, user.id)
  if (!emailConfig.isEnabled || recipient === null || !isEmailAddress(recipient)) return false
  const cause = `link:${context.ids.ulid()}`
  const sealedLink = sealLink(sealer, link, cause, context.logger)
  if (sealedLink === undefined) return false
  await insertEmail(context.everything, {
    ...newEmail(context.now),
    cause,
    userId: user.id,
    template,
    recipient,
    variables: { name },
    sealedLink,
  })
  context.onCommit(() => emailOutbox.wake())
  return true
}

/** Does the work of queueing without an e-mail, so that the response time does not reveal who has an account. */
export async function simulateEmail({
  everything,
  now,
  ids,
}: Pick<MutationContext, 'everything' | 'now' | 'ids'>): Promise<void> {
  const cause = `link:${ids.ulid()}`
  await insertEmail(everything, {
    ...newEmail(now),
    cause,
    userId: null,
    template: 'reset-password',
    recipient: '',
    variables: {},
    sealedLink: null,
  })
  await deleteEmail(everything, cause)
}

const newEmail = (now: Date): Pick<NewEmail, 'createdAt' | 'expiresAt'> => ({
  createdAt: now.toISOString(),
  expiresAt: expiryOf(now),
})

/** A key that cannot be read or created must not fail the write. */
function sealLink(sealer: Sealer, link: string, cause: string, logger: Logger): string | undefined {
  try {
    return sealer.seal(link, linkPurposeOf(cause))
  } catch (error) {
    logger.warn({ err: error }, 'a link cannot be encrypted, so it is not sent by e-mail')
    return undefined
  }
}
