import { getAdvancedPlayground as advanced } from '#shared/insight/contract/playground.ts'
import type {
  ExplainedEnvironmentPlay,
  PlaygroundOutcome,
} from '#shared/insight/schemas/playground.ts'
import { query } from '#kernel/use-case.ts'
import type { SeenContexts } from '#domains/clients/records/seen-contexts/seen-contexts.ts'
import { runPlayground, recordPlaygroundContexts } from '../../records/playground/run-playground.ts'

/** The same, with no more than a list shows of each outcome. */
export const surveyPlayground = ({ seenContexts }: { seenContexts: SeenContexts }) =>
  query(advanced, (context, { body }) =>
    runPlayground(context, body, {
      note: (contexts) =>
        recordPlaygroundContexts(seenContexts, context, body.environments, body.projects, contexts),
      keep: toOutcome,
    }),
  )

const toOutcome = ({ isEnabled, variant, strategies }: ExplainedEnvironmentPlay): PlaygroundOutcome => ({
  isEnabled,
  variant: { name: variant.name, enabled: variant.enabled },
  strategies: { result: strategies.result },
})
