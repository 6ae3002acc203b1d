import { sendTestEmail as operation } from '#shared/instance/contract/email.ts'
import { nameOf } from '#kernel/caller.ts'
import { preparedMutation } from '#kernel/use-case.ts'
import type { EmailOutbox } from '../../records/email/email-outbox.ts'

/** Sends a test message with the settings as they are stored. The event says who sent one where. */
export const sendTestEmail = ({ emailOutbox }: { emailOutbox: EmailOutbox }) =>
  preparedMutation(
    operation,
    ({ caller, ids }, { body: { recipient } }) =>
      emailOutbox.test(recipient, nameOf(caller.actor), ids.ulid()),
    async ({ record }, { body: { recipient } }, test) => {
      record({ type: 'email-tested', data: { name: recipient, sent: test.sent } })
      return test
    },
  )
