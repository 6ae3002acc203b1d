import type { z } from 'zod'
import type {
  AdvancedPlaygroundRequest,
  PastPlaygroundRequest,
  ExplainedEnvironmentPlay,
  AdvancedPlaygroundResponse,
  SdkContext,
} from '#shared/insight/schemas/playground.ts'
import {
  presentFields,
  type EvaluationContext,
  type EvaluationSources,
} from '#shared/flags/evaluation/index.ts'
import { badData } from '#kernel/app-error.ts'
import { inSteps, mapInSteps } from '#runtime/in-steps.ts'
import { LongList } from '#runtime/long-list.ts'
import { Turn } from '#runtime/turn.ts'
import type { QueryContext } from '#kernel/use-case.ts'
import type { Queries } from '#store/queries.ts'
import { environmentNames } from '#domains/access/access/places.read-model.ts'
import {
  readExplainedConfiguration,
  readPlaygroundFlags,
  type ExplainedConfiguration,
  type ExplainedFeature,
} from '../explain/explained-configuration.read-model.ts'
import { asOf, toContext, toEvaluationSources } from '../explain/explain-flag.ts'
import { readPast, type PastPlayground } from '../past/past-playground.ts'
import type { SeenContexts } from '#domains/clients/seen-contexts/seen-contexts.ts'
import { Combinations } from './combinations.ts'
import { evaluatePlaygroundFlag } from './playground-feature.ts'

const MAX_EVALUATIONS = 15_000
/** Fields of all contexts in all environments: each is copied once. */
const MAX_FIELDS = 500_000
/** Characters of the answer, in which each evaluation repeats its context and the strategies of its flag. */
const MAX_CHARACTERS = 100_000_000

export type Projects = readonly string[] | '*' | undefined

interface Options<Kept> {
  /** Called with the contexts, before they are evaluated. */
  note?: (contexts: readonly Record<string, unknown>[]) => Promise<void>
  /** Tokens and headers whose overrides hold; absent: none. */
  audiences?: readonly string[]
  /** Chooses what is sent of each result. */
  keep: (play: ExplainedEnvironmentPlay) => Kept
}

/** The answer, whose flags are evaluated as they are sent: all results together are 80 MB for 3,500 flags in two environments. */
export type Played<Kept> = Omit<z.output<typeof AdvancedPlaygroundResponse>, 'features'> & {
  features: LongList<PlayedFeature<Kept>>
}
export interface PlayedFeature<Kept> {
  name: string
  projectId: string
  environments: Record<string, Kept[]>
}

/** Evaluates the flags as the context's queries see them, including changes that are only tried out. */
export async function runPlayground<Kept>(
  context: QueryContext,
  body: z.output<typeof AdvancedPlaygroundRequest>,
  { note, audiences, keep }: Options<Kept>,
): Promise<Played<Kept>> {
  const combinations = combinationsOf(body)
  const flags = await flagsToPlay(context.visible, body)
  return playAll(context, body, combinations, { flags, past: undefined, note, audiences, keep })
}

/** Evaluates the flags as they were at a time. */
export async function runPastPlayground<Kept>(
  context: QueryContext,
  body: z.output<typeof PastPlaygroundRequest>,
  { audiences = [], keep }: Omit<Options<Kept>, 'note'>,
): Promise<Played<Kept> & Pick<PastPlayground, 'unknown'> & { input: typeof body }> {
  const combinations = combinationsOf(body)
  const past = await readPast(context, [...new Set(body.environments)], body.at, { ...body, audiences })
  const played = await playAll(context, body, combinations, { flags: past.flags, past, keep })
  return { ...played, input: { ...body, ...played.input }, unknown: past.unknown }
}

type Asked = z.output<typeof AdvancedPlaygroundRequest>

/** Checks the bounds before the work that they bound. */
function combinationsOf({ environments, context }: Asked): Combinations {
  const combinations = new Combinations(withoutNullFields(context))
  requireReasonable(1, new Set(environments).size, combinations)
  return combinations
}

async function playAll<Kept>(
  context: QueryContext,
  body: Asked,
  combinations: Combinations,
  { flags, past, note, audiences = [], keep }: Options<Kept> & Pick<Wanted, 'flags' | 'past'>,
): Promise<Played<Kept>> {
  const environments = [...new Set(body.environments)]
  const input = { ...body, context: withoutNullFields(body.context) }
  requireReasonable(flags.length, environments.length, combinations)
  const contexts = await combinations.all()
  await note?.(contexts)
  const stages = await readStages(context, { flags, environments, contexts, audiences, past })
  await requireShort(flags, stages, combinations)
  const invalid = invalidProperties(input.context)
  return {
    input,
    features: new LongList(play(flags, stages, keep)),
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

type Flag = Awaited<ReturnType<typeof flagsToPlay>>[number]

interface Wanted {
  flags: readonly Flag[]
  environments: readonly string[]
  contexts: readonly Record<string, unknown>[]
  audiences: readonly string[]
  past: PastPlayground | undefined
}

/** An environment as it is evaluated, with the contexts to evaluate. */
interface Stage {
  environment: string
  evaluated: ExplainedConfiguration
  sources: EvaluationSources
  contexts: readonly { sent: Record<string, unknown>; context: EvaluationContext }[]
}

/** Reads each environment. Those that do not exist share one reading. */
async function readStages(
  context: QueryContext,
  { flags, environments, contexts, audiences, past }: Wanted,
): Promise<Stage[]> {
  const known = new Set(await environmentNames(context.visible))
  const names = flags.map(({ name }) => name)
  let nowhere: ExplainedConfiguration | undefined
  const stages: Stage[] = []
  for (const environment of environments) {
    const evaluated =
      past?.environments.get(environment) ??
      (known.has(environment) ? undefined : nowhere) ??
      (await readExplainedConfiguration(context.visible, environment, names, audiences))
    if (!known.has(environment)) nowhere = evaluated
    stages.push({
      environment,
      evaluated,
      sources: toEvaluationSources(evaluated, past ? asOf(context, past.at) : context),
      contexts: await mapInSteps(contexts, (sent) => ({ sent, context: toContext(sent, environment) })),
    })
  }
  return stages
}

/** Evaluates each flag in each environment, one after the other. */
async function* play<Kept>(
  flags: readonly Flag[],
  stages: readonly Stage[],
  keep: Options<Kept>['keep'],
): AsyncGenerator<PlayedFeature<Kept>> {
  const turn = new Turn()
  for (const { name, project } of flags) {
    const environments: [string, Kept[]][] = []
    for (const { environment, evaluated, sources, contexts } of stages) {
      const feature = evaluated.features.get(name)
      const plays: Kept[] = []
      const place = { sources, segments: evaluated.segments, environment }
      for (const { sent, context } of feature ? contexts : []) {
        const play = evaluatePlaygroundFlag(feature as ExplainedFeature, context, place)
        plays.push(keep({ ...play, environment, context: sent }))
        if (turn.isOver) await turn.pause()
      }
      environments.push([environment, plays])
    }
    yield { name, projectId: project, environments: Object.fromEntries(environments) }
  }
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
  { visible, now }: QueryContext,
  environments: readonly string[],
  projects: Projects,
  contexts: readonly Record<string, unknown>[],
): Promise<void> {
  const known = new Set(await environmentNames(visible))
  for (const environment of environments) {
    if (!known.has(environment)) continue
    await inSteps(contexts.slice(0, MAX_NOTED), (sent) =>
      seen.note({
        environment,
        projects: projects === undefined || projects === '*' ? ['*'] : projects,
        context: toContext(sent, environment),
        origin: 'playground',
        at: now,
      }),
    )
  }
}

/** Throws, before the work begins, if it would take too long. */
function requireReasonable(features: number, environments: number, combinations: Combinations): void {
  const evaluations = features * environments * combinations.count
  if (evaluations > MAX_EVALUATIONS)
    throw badData(
      `Rejecting evaluation as it would generate ${evaluations} combinations exceeding ${MAX_EVALUATIONS} limit. ` +
        'Please reduce the number of selected environments, values and projects',
      '/body',
    )
  const fields = environments * combinations.count * combinations.fields
  if (fields > MAX_FIELDS)
    throw badData(
      `Rejecting evaluation as its contexts would have ${fields} fields exceeding ${MAX_FIELDS} limit. ` +
        'Please reduce the number of selected environments, values and fields of the context',
      '/body/context',
    )
  requireCharacters(features * environments * combinations.characters)
}

/** Throws, before the first evaluation, if the answer would be too long. */
async function requireShort(
  flags: readonly Flag[],
  stages: readonly Stage[],
  combinations: Combinations,
): Promise<void> {
  let characters = flags.length * stages.length * combinations.characters
  const turn = new Turn()
  for (const { evaluated, contexts } of stages) {
    const ofSegments = new Map([...evaluated.segments].map(([id, one]) => [id, JSON.stringify(one).length]))
    for (const { name } of flags) {
      const strategies = evaluated.features.get(name)?.strategies ?? []
      const segments = strategies.flatMap((strategy) => strategy.segments)
      characters +=
        contexts.length *
        (JSON.stringify(strategies).length + segments.reduce((sum, id) => sum + (ofSegments.get(id) ?? 0), 0))
      await turn.pause()
    }
  }
  requireCharacters(characters)
}

function requireCharacters(characters: number): void {
  if (characters <= MAX_CHARACTERS) return
  throw badData(
    `Rejecting evaluation as its answer would have ${Math.round(characters)} characters exceeding ${MAX_CHARACTERS} limit. ` +
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
