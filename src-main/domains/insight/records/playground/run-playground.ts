import type { z } from 'zod'
import type {
  AdvancedPlaygroundRequest,
  ExplainedEnvironmentPlay,
  AdvancedPlaygroundResponse,
  SdkContext,
} from '../../../../../src-shared/insight/schemas/playground.ts'
import { presentFields } from '../../../../../src-shared/flags/evaluation/index.ts'
import { badData } from '../../../../kernel/app-error.ts'
import { mapInSteps } from '../../../../kernel/in-steps.ts'
import { Turn } from '../../../../kernel/turn.ts'
import type { QueryContext } from '../../../../kernel/use-case.ts'
import type { Queries } from '../../../../store/queries.ts'
import { environmentNames } from '../../../access/records/places/places.read-model.ts'
import {
  readExplainedConfiguration,
  readPlaygroundFlags,
  type ExplainedConfiguration,
} from '../explain/explained-configuration.read-model.ts'
import { toContext, toEvaluationSources } from '../explain/explain-flag.ts'
import type { SeenContexts } from '../../../clients/records/seen-contexts/seen-contexts.ts'
import { combinationsOf, countCombinations } from './combinations.ts'
import { evaluatePlaygroundFlag } from './playground-feature.ts'

const MAX_EVALUATIONS = 15_000

export type Projects = readonly string[] | '*' | undefined

interface Options<Kept> {
  /** Called with the contexts, before they are evaluated. */
  note?: (contexts: readonly Record<string, unknown>[]) => Promise<void>
  /** Chooses what is kept of each result: all results together are 80 MB for 3,500 flags in two environments. */
  keep: (play: ExplainedEnvironmentPlay) => Kept
}

/** Results of a playground by flag and environment. */
type Playground<Kept> = Omit<z.output<typeof AdvancedPlaygroundResponse>, 'features'> & {
  features: { name: string; projectId: string; environments: Record<string, Kept[]> }[]
}

/** Evaluates the flags as the context's queries see them, including changes that are only tried out. */
export async function runPlayground<Kept>(
  context: QueryContext,
  body: z.output<typeof AdvancedPlaygroundRequest>,
  { note, keep }: Options<Kept>,
): Promise<Playground<Kept>> {
  const environments = [...new Set(body.environments)]
  const input = { ...body, context: withoutNullFields(body.context) }
  // each bound is checked before the work that it bounds
  requireReasonable(1, environments.length, input.context)
  const flags = await flagsToPlay(context.queries, body)
  requireReasonable(flags.length, environments.length, input.context)
  const contexts = combinationsOf(input.context)
  await note?.(contexts)
  const played = await playEnvironments(context, { flags, environments, contexts, keep })
  const invalid = invalidProperties(input.context)
  return {
    input,
    features: await mapInSteps(flags, ({ name, project }) => ({
      name,
      projectId: project,
      environments: Object.fromEntries(
        [...played].map(([environment, results]) => [environment, results.get(name) ?? []]),
      ),
    })),
    ...(invalid.length > 0 ? { warnings: { invalidContextProperties: invalid } } : {}),
  }
}

async function flagsToPlay(
  queries: Queries,
  { projects, features }: z.output<typeof AdvancedPlaygroundRequest>,
): ReturnType<typeof readPlaygroundFlags> {
  const flags = await readPlaygroundFlags(queries, projects === '*' ? undefined : projects)
  if (!features) return flags
  const wanted = new Set(features)
  return flags.filter(({ name }) => wanted.has(name))
}

interface Stage<Kept> extends Pick<Options<Kept>, 'keep'> {
  flags: readonly { name: string }[]
  environments: readonly string[]
  contexts: readonly Record<string, unknown>[]
}

/** Evaluates each flag in each environment. Environments that do not exist share one reading. */
async function playEnvironments<Kept>(
  context: QueryContext,
  { flags, environments, contexts, keep }: Stage<Kept>,
) {
  const known = new Set(await environmentNames(context.queries))
  const names = flags.map(({ name }) => name)
  const turn = new Turn()
  let nowhere: ExplainedConfiguration | undefined
  const results = new Map<string, Map<string, Kept[]>>()
  for (const environment of environments) {
    const evaluated =
      (known.has(environment) ? undefined : nowhere) ??
      (await readExplainedConfiguration(context.queries, environment, names))
    if (!known.has(environment)) nowhere = evaluated
    const sources = toEvaluationSources(evaluated, context)
    const evaluatedFor = contexts.map((sent) => ({ sent, context: toContext(sent, environment) }))
    const ofFlags = new Map<string, Kept[]>()
    results.set(environment, ofFlags)
    for (const name of names) {
      const feature = evaluated.features.get(name)
      if (!feature) continue
      const place = { sources, segments: evaluated.segments, environment }
      const ofContexts: Kept[] = []
      for (const { sent, context: evaluatedContext } of evaluatedFor) {
        const play = evaluatePlaygroundFlag(feature, evaluatedContext, place)
        ofContexts.push(keep({ ...play, environment, context: sent }))
        if (turn.isOver) await turn.pause()
      }
      ofFlags.set(name, ofContexts)
    }
  }
  return results
}

/** Copies a context without null fields. */
export function withoutNullFields({ appName, properties, ...rest }: SdkContext): SdkContext {
  return {
    appName,
    ...presentFields(rest),
    ...(properties ? { properties: presentFields(properties) as Record<string, string> } : {}),
  }
}

/**
 * Maximum number of combinations recorded as seen contexts. They are not real users, so the first ones
 * suffice.
 */
const MAX_NOTED = 100

/** Notes the contexts of a playground among those seen, up to a bound. */
export async function recordPlaygroundContexts(
  seen: SeenContexts,
  { queries, now }: QueryContext,
  environments: readonly string[],
  projects: Projects,
  contexts: readonly Record<string, unknown>[],
): Promise<void> {
  const known = new Set(await environmentNames(queries))
  for (const environment of environments) {
    if (!known.has(environment)) continue
    for (const sent of contexts.slice(0, MAX_NOTED))
      seen.note({
        environment,
        projects: projects === undefined || projects === '*' ? ['*'] : projects,
        context: toContext(sent, environment),
        at: now,
      })
  }
}

/** Throws, before the work begins, if it would take too long. */
function requireReasonable(features: number, environments: number, context: SdkContext): void {
  const evaluations = features * environments * countCombinations(context)
  if (evaluations <= MAX_EVALUATIONS) return
  throw badData(
    `Rejecting evaluation as it would generate ${evaluations} combinations exceeding ${MAX_EVALUATIONS} limit. ` +
      'Please reduce the number of selected environments, values and projects',
    '/body',
  )
}

/** Lists the fields that no constraint can use: their value is not a text, number or boolean. */
function invalidProperties({ properties: _properties, ...context }: SdkContext): string[] {
  return Object.entries(context)
    .filter(([, value]) => !['string', 'number', 'boolean'].includes(typeof value))
    .map(([name]) => name)
}
