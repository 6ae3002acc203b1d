import { getAdvancedPlayground as advanced } from '#shared/insight/contract/playground.ts'
import { query } from '#kernel/use-case.ts'
import type { SeenContexts } from '#domains/clients/records/seen-contexts/seen-contexts.ts'
import { runPlayground, recordPlaygroundContexts } from '../../records/playground/run-playground.ts'

/** Evaluates the flags in several environments, for every combination of the values separated by commas. */
export const getAdvancedPlayground = ({ seenContexts }: { seenContexts: SeenContexts }) =>
  query(advanced, (context, { body }) =>
    runPlayground(context, body, {
      note: (contexts) =>
        recordPlaygroundContexts(seenContexts, context, body.environments, body.projects, contexts),
      keep: (play) => play,
    }),
  )
