import { getAdvancedPlayground as advanced } from '../../../../../src-shared/insight/contract/playground.ts'
import type {
  ExplainedEnvironmentPlay,
  PlaygroundOutcome,
  SurveyedPlayground,
} from '../../../../../src-shared/insight/schemas/playground.ts'
import { mapInSteps } from '../../../../kernel/in-steps.ts'
import { query } from '../../../../kernel/use-case.ts'
import type { SeenContexts } from '../../../clients/records/seen-contexts/seen-contexts.ts'
import { runPlayground, recordPlaygroundContexts } from '../../records/playground/run-playground.ts'

/** The same, with no more than a list shows of each outcome. */
export const surveyPlayground = ({ seenContexts }: { seenContexts: SeenContexts }) =>
  query(advanced, async (context, { body }): Promise<SurveyedPlayground> => {
    const { features, ...rest } = await runPlayground(context, body, (contexts) =>
      recordPlaygroundContexts(seenContexts, context, body.environments, body.projects, contexts),
    )
    const surveyed = await mapInSteps(features, ({ environments, ...feature }) => ({
      ...feature,
      environments: Object.fromEntries(
        Object.entries(environments).map(([environment, plays]) => [environment, plays.map(toOutcome)]),
      ),
    }))
    return { ...rest, features: surveyed }
  })

const toOutcome = ({ isEnabled, variant, strategies }: ExplainedEnvironmentPlay): PlaygroundOutcome => ({
  isEnabled,
  variant: { name: variant.name, enabled: variant.enabled },
  strategies: { result: strategies.result },
})
