import type { SeenContexts } from '#domains/clients/seen-contexts/seen-contexts.ts'
import { mapInSteps } from '#runtime/in-steps.ts'
import { query } from '#kernel/use-case.ts'
import * as playgroundContract from '#shared/insight/contract/playground.ts'
import type { ExplainedEnvironmentPlay, PlaygroundOutcome } from '#shared/insight/schemas/playground.ts'
import type { Queries } from '#store/queries.ts'
import type { PretendedHeaders } from '#shared/flags/schemas/override.ts'
import * as explainContract from '#shared/insight/contract/explain.ts'
import { findResultChanges as findChanges } from '../past/find-result-changes.ts'
import { toContext, toEvaluationSources, explain, pretendedAudiences } from '../explain/explain-flag.ts'
import {
  readExplainedConfiguration,
  readPlaygroundFlags,
  type ExplainedFeature,
} from '../explain/explained-configuration.read-model.ts'
import { evaluatePlaygroundFlag } from '../playground/playground-feature.ts'
import {
  recordPlaygroundContexts,
  runPastPlayground,
  runPlayground,
  withoutNullFields,
  type Projects,
} from '../playground/run-playground.ts'

/** The flags for one context in one environment. */
export const getPlayground = ({ seenContexts }: { seenContexts: SeenContexts }) =>
  query(playgroundContract.getPlayground, async (context, { body, headers }) => {
    const { environment, projects } = body
    const input = { ...body, context: withoutNullFields(body.context) }
    await recordPlaygroundContexts(seenContexts, context, [environment], projects, [input.context])
    const evaluated = await readExplainedConfiguration(
      context.visible,
      environment,
      await namesIn(context.visible, projects),
      pretendedAudiences(headers),
    )
    const sources = toEvaluationSources(evaluated, context)
    const sent = toContext(input.context, environment)
    return {
      input,
      features: await mapInSteps(chosen(evaluated.features, projects), (feature) =>
        evaluatePlaygroundFlag(feature, sent, { sources, segments: evaluated.segments, environment }),
      ),
    }
  })

/** The names of the flags in some projects; undefined: of all. */
async function namesIn(queries: Queries, projects: Projects): Promise<string[] | undefined> {
  if (projects === undefined || projects === '*') return undefined
  return (await readPlaygroundFlags(queries, projects)).map(({ name }) => name)
}

function chosen(features: ReadonlyMap<string, ExplainedFeature>, projects: Projects): ExplainedFeature[] {
  const all = [...features.values()]
  return projects === undefined || projects === '*'
    ? all
    : all.filter((feature) => projects.includes(feature.project))
}

/** Evaluates the flags in several environments, for every combination of the values separated by commas. */
export const getAdvancedPlayground = ({ seenContexts }: { seenContexts: SeenContexts }) =>
  query(playgroundContract.getAdvancedPlayground, (context, { body, headers }) =>
    runPlayground(context, body, {
      audiences: audiencesOf(body, headers),
      note: (contexts) =>
        recordPlaygroundContexts(seenContexts, context, body.environments, body.projects, contexts),
      keep: (play) => play,
    }),
  )

/** The same, with no more than a list shows of each outcome. */
export const surveyPlayground = ({ seenContexts }: { seenContexts: SeenContexts }) =>
  query(playgroundContract.getAdvancedPlayground, (context, { body, headers }) =>
    runPlayground(context, body, {
      audiences: audiencesOf(body, headers),
      note: (contexts) =>
        recordPlaygroundContexts(seenContexts, context, body.environments, body.projects, contexts),
      keep: toOutcome,
    }),
  )

/** Evaluates flags as they were at a time. Nothing is noted: nobody sends these contexts now. */
export const getPastPlayground = query(playgroundContract.getPastPlayground, (context, { body, headers }) =>
  runPastPlayground(context, body, {
    audiences: audiencesOf(body, headers),
    keep: (play) => play,
  }),
)

/** The same, with no more than a list shows of each outcome. */
export const surveyPastPlayground = query(
  playgroundContract.getPastPlayground,
  (context, { body, headers }) =>
    runPastPlayground(context, body, {
      audiences: audiencesOf(body, headers),
      keep: toOutcome,
    }),
)

/** Request that is asked about: the body counts before the headers, which the window does not send. */
const pretendedBy = (
  { token, overlay }: { token?: string | undefined; overlay?: string | undefined },
  headers: PretendedHeaders,
): PretendedHeaders => ({
  'x-halyard-as-token': token ?? headers['x-halyard-as-token'],
  'x-halyard-overlay': overlay ?? headers['x-halyard-overlay'],
})

const audiencesOf = (body: Parameters<typeof pretendedBy>[0], headers: PretendedHeaders) =>
  pretendedAudiences(pretendedBy(body, headers))

const toOutcome = ({ isEnabled, variant, strategies }: ExplainedEnvironmentPlay): PlaygroundOutcome => ({
  isEnabled,
  variant: { name: variant.name, enabled: variant.enabled },
  strategies: { result: strategies.result },
})

export const explainFlag = query(
  explainContract.explainFlag,
  (context, { query: { flag, environment, ...sent }, headers }) =>
    explain(context, flag, environment, { sent, headers }),
)

export const explainFlagWithPost = query(
  explainContract.explainFlagWithPost,
  (context, { body: { flag, environment, token, overlay, context: sent = {}, at }, headers }) =>
    explain(context, flag, environment, {
      sent,
      at,
      headers: pretendedBy({ token, overlay }, headers),
    }),
)

/** Finds when, by whom and why the result of a flag changed for a context. */
export const findResultChanges = query(explainContract.findResultChanges, (context, { body, headers }) => {
  const { flag, project, environment, context: sent = {}, since, until } = body
  const audiences = audiencesOf(body, headers)
  return findChanges(context, { flag, project, environment, audiences, sent, since, until })
})
