import { uiObservability as operation } from '#shared/instance/contract/ui-config.ts'
import { nameOf } from '#kernel/caller.ts'
import { query } from '#kernel/use-case.ts'

/** Anybody may send any text: more than this is of no use to whom reads the log. */
const MAX_TEXT = 2000

/**
 * Puts an error that a page met into the log, for whom runs the instance (recorded exchange
 * instance/record-ui-error).
 */
export const uiObservability = query(operation, async ({ caller, logger }, { body }) => {
  const { errorMessage, errorStack = '' } = body
  const ui = { message: errorMessage.slice(0, MAX_TEXT), stack: errorStack.slice(0, MAX_TEXT) }
  logger.warn({ requestId: caller.requestId, user: nameOf(caller.actor), ui }, 'a page met an error')
})
