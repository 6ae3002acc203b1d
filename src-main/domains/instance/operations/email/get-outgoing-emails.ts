import { getOutgoingEmails as operation } from '#shared/instance/contract/email.ts'
import { query } from '#kernel/use-case.ts'
import { readOutgoingEmails } from '../../records/email/emails.store.ts'

const SHOWN = 100

export const getOutgoingEmails = query(operation, async ({ queries }) => ({
  emails: await readOutgoingEmails(queries, SHOWN),
}))
