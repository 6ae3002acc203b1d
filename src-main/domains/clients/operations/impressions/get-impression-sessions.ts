import { getImpressionSessions as sessions } from '#shared/clients/contract/impressions.ts'
import { query } from '#kernel/use-case.ts'
import { readSessions } from '../../records/impressions/impressions.read-model.ts'

export const getImpressionSessions = query(sessions, async ({ queries }) => ({
  sessions: await readSessions(queries),
}))
