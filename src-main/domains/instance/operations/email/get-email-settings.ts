import { getEmailSettings as operation } from '#shared/instance/contract/email.ts'
import { query } from '#kernel/use-case.ts'
import { readEmailState, type EmailStateSources } from '../../records/email/email-state.ts'

export const getEmailSettings = (sources: EmailStateSources) =>
  query(operation, ({ queries }) => readEmailState(queries, sources))
