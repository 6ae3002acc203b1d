import { getLoginHistory as operation } from '#shared/access/contract/login-history.ts'
import type { LoginEvent } from '#shared/access/schemas/login-history.ts'
import { query } from '#kernel/use-case.ts'
import { countLogins, readLoginHistory } from '../../records/single-sign-on/login-history.read-model.ts'

export interface LoginHistoryAnswer {
  events: LoginEvent[]
  /** Entries that match, on all pages. */
  total: number
  /** Preferred format, from the Accept header. */
  format: 'json' | 'csv'
}

const DEFAULT_LIMIT = 1000

/** Lists sign-ins (docs/contract/instance.md#logins). Sign-outs, and their mark, only if `type` is given. */
export const getLoginHistory = query<typeof operation, LoginHistoryAnswer>(
  operation,
  async (
    { queries },
    { query: { limit = DEFAULT_LIMIT, offset = 0, type, ...rest }, headers: { accept } },
  ) => {
    const filter = { ...rest, type: type === 'all' ? undefined : (type ?? 'login') }
    const events = await readLoginHistory(queries, filter, { limit, offset })
    return {
      events: type === undefined ? events.map(({ type: _login, ...event }) => event) : events,
      total: await countLogins(queries, filter),
      format: /\btext\/csv\b/i.test(accept ?? '') ? 'csv' : 'json',
    }
  },
)
