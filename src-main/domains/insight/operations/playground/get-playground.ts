import { getPlayground as basic } from '../../../../../src-shared/insight/contract/playground.ts'
import { mapInSteps } from '../../../../kernel/in-steps.ts'
import { query } from '../../../../kernel/use-case.ts'
import type { Queries } from '../../../../store/queries.ts'
import {
  readExplainedWorld,
  readPlayedFlags,
  type ExplainedFeature,
} from '../../records/explain/evaluation-world.read-model.ts'
import { toContext, toWorld } from '../../records/explain/explain-flag.ts'
import type { SeenContexts } from '../../../clients/records/seen-contexts/seen-contexts.ts'
import { playFeature } from '../../records/playground/playground-feature.ts'
import { presentContext, noteSeen, type Projects } from '../../records/playground/play.ts'

/** The flags for one context in one environment. */
export const getPlayground = ({ seenContexts }: { seenContexts: SeenContexts }) =>
  query(basic, async (context, { body }) => {
    const { environment, projects } = body
    const input = { ...body, context: presentContext(body.context) }
    await noteSeen(seenContexts, context, [environment], projects, [input.context])
    const evaluated = await readExplainedWorld(
      context.queries,
      environment,
      await namesIn(context.queries, projects),
    )
    const world = toWorld(evaluated, context)
    const sent = toContext(input.context, environment)
    return {
      input,
      features: await mapInSteps(chosen(evaluated.features, projects), (feature) =>
        playFeature(feature, sent, { world, segments: evaluated.segments, environment }),
      ),
    }
  })

/** The names of the flags in some projects; undefined: of all. */
async function namesIn(queries: Queries, projects: Projects): Promise<string[] | undefined> {
  if (projects === undefined || projects === '*') return undefined
  return (await readPlayedFlags(queries, projects)).map(({ name }) => name)
}

function chosen(features: ReadonlyMap<string, ExplainedFeature>, projects: Projects): ExplainedFeature[] {
  const all = [...features.values()]
  return projects === undefined || projects === '*'
    ? all
    : all.filter((feature) => projects.includes(feature.project))
}
