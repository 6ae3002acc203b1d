import type { z } from 'zod'

import {
  getAdvancedPlayground as advanced,
  getPlayground as basic,
} from '../../../src-shared/contract/playground.ts'
import type {
  AdvancedEnvironmentFeature,
  PlaygroundRequest,
  PlaygroundResponse,
  SdkContext,
} from '../../../src-shared/schemas/playground.ts'
import { badData } from '../../kernel/app-error.ts'
import { query, type QueryContext } from '../../kernel/use-case.ts'
import { environmentExists } from '../environments/index.ts'
import { readExplainedWorld, toContext, toWorld, type ExplainedFeature } from '../explain/index.ts'
import type { SeenContexts } from '../seen-contexts/index.ts'
import { combinationsOf, countCombinations } from './combinations.ts'
import { playFeature } from './playground-feature.ts'

const MAX_EVALUATIONS = 15_000

type Projects = readonly string[] | '*' | undefined

/** The flags for one context in one environment (exchanges 507-510). */
export const getPlayground = (seen: SeenContexts) =>
  query(basic, async (context, { body }) => {
    await noteSeen(seen, context, [body.environment], body.projects, [body.context])
    return play(context, body)
  })

/** Evaluates the flags as the context's queries see them: also such as are only tried out. */
export async function play(
  context: QueryContext,
  body: z.output<typeof PlaygroundRequest>,
): Promise<z.output<typeof PlaygroundResponse>> {
  const { environment, projects } = body
  const evaluated = await readExplainedWorld(context.queries, environment)
  const world = toWorld(evaluated, context)
  const input = { ...body, context: withoutEnvironment(body.context) }
  const sent = toContext(input.context, environment)
  return {
    input,
    features: chosen(evaluated.features, projects).map((feature) =>
      playFeature(feature, sent, { world, segments: evaluated.segments, environment }),
    ),
  }
}

/** The flags in several environments, for every combination of what is separated by commas (exchanges 511, 512). */
export const getAdvancedPlayground = (seen: SeenContexts) =>
  query(advanced, async (context, { body }) => {
    const environments = [...new Set(body.environments)]
    const input = { ...body, context: withoutEnvironment(body.context) }
    const worlds = new Map(
      await Promise.all(
        environments.map(async (name) => [name, await readExplainedWorld(context.queries, name)] as const),
      ),
    )
    const [first] = worlds.values()
    const names = first ? chosen(first.features, body.projects) : []
    requireReasonable(names.length, environments.length, input.context)
    const contexts = combinationsOf(input.context)
    await noteSeen(seen, context, environments, body.projects, contexts)
    const invalid = invalidProperties(input.context)
    return {
      input,
      features: names.map(({ name, project }) => ({
        name,
        projectId: project,
        environments: Object.fromEntries(
          environments.map((environment) => {
            const evaluated = worlds.get(environment)
            const feature = evaluated?.features.get(name)
            if (!evaluated || !feature) return [environment, []]
            const world = toWorld(evaluated, context)
            return [
              environment,
              contexts.map((sent): AdvancedEnvironmentFeature => ({
                ...playFeature(feature, toContext(sent, environment), {
                  world,
                  segments: evaluated.segments,
                  environment,
                }),
                environment,
                context: sent,
              })),
            ]
          }),
        ),
      })),
      ...(invalid.length > 0 ? { warnings: { invalidContextProperties: invalid } } : {}),
    }
  })

/** The playground's environment is the one that counts: a context has none of its own. */
function withoutEnvironment({ environment: _own, ...context }: SdkContext): SdkContext {
  return context
}

/** Of many combinations the first will do: nobody has really been seen. */
const MAX_NOTED = 100

async function noteSeen(
  seen: SeenContexts,
  { queries, now }: QueryContext,
  environments: readonly string[],
  projects: Projects,
  contexts: readonly Record<string, unknown>[],
): Promise<void> {
  for (const environment of environments) {
    if (!(await environmentExists(queries, environment))) continue
    for (const sent of contexts.slice(0, MAX_NOTED))
      seen.note({
        environment,
        projects: projects === undefined || projects === '*' ? ['*'] : projects,
        context: toContext(sent, environment),
        at: now,
      })
  }
}

function chosen(features: ReadonlyMap<string, ExplainedFeature>, projects: Projects): ExplainedFeature[] {
  const all = [...features.values()]
  return projects === undefined || projects === '*'
    ? all
    : all.filter((feature) => projects.includes(feature.project))
}

/** Refuses what would take too long, before it begins. */
function requireReasonable(features: number, environments: number, context: SdkContext): void {
  const evaluations = features * environments * countCombinations(context)
  if (evaluations <= MAX_EVALUATIONS) return
  throw badData(
    `Rejecting evaluation as it would generate ${evaluations} combinations exceeding ${MAX_EVALUATIONS} limit. ` +
      'Please reduce the number of selected environments, values and projects',
    '/body',
  )
}

/** Fields that no constraint can be on: those whose value is no text, number or truth. */
function invalidProperties({ properties: _properties, ...context }: SdkContext): string[] {
  return Object.entries(context)
    .filter(([, value]) => !['string', 'number', 'boolean'].includes(typeof value))
    .map(([name]) => name)
}
