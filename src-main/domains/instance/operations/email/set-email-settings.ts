import { setEmailSettings as operation } from '#shared/instance/contract/email.ts'
import type { Outbound } from '#kernel/outbound.ts'
import { preparedMutation } from '#kernel/use-case.ts'
import { checkEmailSettings } from '../../records/email/check-email-settings.ts'
import type { EmailOutbox } from '../../records/email/email-outbox.ts'
import { readEmailState, type EmailStateSources } from '../../records/email/email-state.ts'
import { makeEmailsDue } from '../../records/email/emails.store.ts'

/** Replaces the e-mail settings. What waits is sent by the new ones, at once. */
export const setEmailSettings = (
  sources: EmailStateSources & { emailOutbox: EmailOutbox; outbound: Outbound },
) =>
  preparedMutation(
    operation,
    async (_context, { body: { password, ...choice } }) => {
      const { emailConfig: config, outbound } = sources
      await checkEmailSettings({ config, outbound }, choice, password)
    },
    async (context, { body: { password, ...choice } }) => {
      const { emailConfig, emailOutbox } = sources
      const { queries, now, record, onCommit } = context
      const before = emailConfig.choice
      const use = await emailConfig.save(queries, choice, password)
      await makeEmailsDue(queries, now.toISOString())
      record({ type: 'email-settings-updated', data: { ...choice }, preData: { ...before } })
      onCommit(() => {
        use()
        emailOutbox.release()
      })
      const kept = password === undefined ? emailConfig.hasPassword : password !== ''
      const state = await readEmailState(queries, sources)
      return { ...state, ...choice, hasPassword: kept, source: 'window' as const }
    },
  )
