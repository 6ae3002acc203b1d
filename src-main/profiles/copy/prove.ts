import { z } from 'zod'

import type { CopyProof, ProofContext } from '#shared/desktop/copies.ts'
import type { ScenarioFlag, ScenarioItems } from '#shared/transfer/schemas/scenario.ts'
import { Turn } from '#runtime/turn.ts'
import { readerOf, unlessMissing } from '../promotion/original/ask-original.ts'
import type { PromotionInstance } from '../promotion/side.ts'
import { isChance } from './chance.ts'
import { typesOf } from '#domains/transfer/scenario/used-fields.ts'

/** Differing answers that a proof names at most. */
const MAX_NAMED = 50
/** Evaluations of one proof, unless contexts are given: services evaluate some hundreds a second in their playground. */
const MAX_EVALUATIONS = 40_000
const MIN_CONTEXTS = 3

const Variant = z.object({
  name: z.string(),
  enabled: z.boolean().nullish(),
  payload: z.object({ type: z.string(), value: z.string() }).nullish(),
})
const Played = z.object({
  isEnabled: z.boolean(),
  variant: Variant.nullish(),
  strategies: z.object({ result: z.union([z.boolean(), z.string()]) }).nullish(),
})
const PlayedFeature = z.object({ name: z.string(), environments: z.record(z.string(), z.array(Played)) })
/** Flags are read one by one: there may be thousands. */
const PlayedAll = z.object({ features: z.array(z.unknown()) })

/** Contexts that a proof of an instance of some size can have. */
export function numberOfContexts({ flags = [], environments = [] }: ScenarioItems, most: number): number {
  const each = Math.max(1, flags.length * environments.length)
  return Math.max(MIN_CONTEXTS, Math.min(most, Math.floor(MAX_EVALUATIONS / each)))
}

interface Proving {
  items: ScenarioItems
  contexts: readonly ProofContext[]
  signal: AbortSignal
  onProgress: (done: number, of: number) => void
}

/** Compares what the playgrounds of a source and its copy answer, context by context and environment by environment. */
export async function prove(
  source: PromotionInstance,
  copy: PromotionInstance,
  { items, contexts, signal, onProgress }: Proving,
): Promise<CopyProof> {
  const environments = (items.environments ?? [])
    .filter(({ enabled }) => enabled !== false)
    .map(({ name }) => name)
  const notCompared = unlike(items, await unlikeAt(source, items, signal))
  const left = new Set(notCompared.flatMap(({ flags }) => flags))
  const all = new Map((items.flags ?? []).map((flag) => [flag.name, flag]))
  const compared = [...all.values()].filter(({ archived, name }) => !archived && !left.has(name))
  const flags = compared.map(({ name }) => name)
  const byChance = new Set<string>()
  const proof: CopyProof = {
    contexts: contexts.length,
    environments,
    flags: flags.length,
    compared: 0,
    equal: 0,
    different: [],
    notCompared: notCompared.map(({ flags: names, why }) => ({ what: names.join(', '), why })),
  }
  const turn = new Turn()
  let done = 0
  for (const context of contexts)
    for (const environment of environments) {
      signal.throwIfAborted()
      onProgress(done++, contexts.length * environments.length)
      const [theirs, mine] = await Promise.all(
        [source, copy].map((side) => play(side, { environment, context, flags, signal })),
      )
      for (const one of compared) {
        await turn.pause()
        const { name: flag } = one
        if (isChance(one, { environment, context }, (name) => all.get(name))) {
          byChance.add(flag)
          continue
        }
        const [there, here] = [theirs, mine].map((answers) => answers?.get(flag) ?? 'not there')
        proof.compared += 1
        if (there === here) proof.equal += 1
        else if (proof.different.length < MAX_NAMED)
          proof.different.push({ flag, environment, context, theirs: there ?? '', mine: here ?? '' })
      }
    }
  if (byChance.size > 0) proof.notCompared.push({ what: [...byChance].join(', '), why: BY_CHANCE })
  return proof
}

const BY_CHANCE = 'They choose at random for some contexts, so that each answer may be another one.'

interface Play {
  environment: string
  context: ProofContext
  flags: readonly string[]
  signal: AbortSignal
}

/** Flags that a Halyard evaluates in one request. Another service evaluates all flags in any case. */
const AT_ONCE = 500

async function play(
  side: PromotionInstance,
  { flags, ...asked }: Play,
): Promise<ReadonlyMap<string, string>> {
  const answers = new Map<string, string>()
  if (side.original) await playOnce(side, asked, answers)
  else
    for (let at = 0; at < flags.length; at += AT_ONCE)
      await playOnce(side, { ...asked, features: flags.slice(at, at + AT_ONCE) }, answers)
  return answers
}

async function playOnce(
  side: PromotionInstance,
  { environment, context, features, signal }: Omit<Play, 'flags'> & { features?: readonly string[] },
  answers: Map<string, string>,
): Promise<void> {
  const turn = new Turn()
  const body = {
    environments: [environment],
    projects: '*',
    context: asSent(context),
    ...(features ? { features } : {}),
  }
  const answer = await readerOf(side, signal)('getAdvancedPlayground', PlayedAll, { body })
  for (const one of answer.features) {
    const { name, environments } = PlayedFeature.parse(one)
    const [played] = environments[environment] ?? []
    if (played) answers.set(name, inWords(played))
    await turn.pause()
  }
}

const FIXED = ['appName', 'userId', 'sessionId', 'remoteAddress', 'currentTime']

/** Fields of the own instance are properties of a context. */
function asSent(context: ProofContext): object {
  const entries = Object.entries(context)
  const isFixed = ([name]: [string, string]) => FIXED.includes(name)
  return {
    appName: 'halyard-proof',
    ...Object.fromEntries(entries.filter(isFixed)),
    properties: Object.fromEntries(entries.filter((one) => !isFixed(one))),
  }
}

/** Answer for a flag, in words: custom strategies are for SDKs to evaluate. */
function inWords({ isEnabled, variant, strategies }: z.output<typeof Played>): string {
  const state = isEnabled ? 'on' : strategies?.result === 'unknown' ? 'unknown' : 'off'
  if (!variant?.enabled) return state
  const { name, payload } = variant
  return `${state}, variant ${name}${payload ? ` (${payload.type} ${payload.value})` : ''}`
}

/** Flags of which the source says something else than its copy, and why. */
interface Unlike {
  flags: string[]
  why: string
}

/** Finds the flags whose answers at a source are not what is copied. */
const unlikeAt = (source: PromotionInstance, items: ScenarioItems, signal: AbortSignal) =>
  source.original ? unplayable(items) : overridden(source, signal)

const Overrides = z.object({ overrides: z.array(z.object({ feature: z.string() })) })

/** Overrides of a Halyard are its own, and are not copied. Former ones have none. */
async function overridden(source: PromotionInstance, signal: AbortSignal): Promise<Unlike[]> {
  const listed = await unlessMissing(readerOf(source, signal)('getOverrides', Overrides))
  const flags = [...new Set((listed?.overrides ?? []).map(({ feature }) => feature))]
  return [{ flags, why: 'An override lies over them at the source. Overrides are not copied.' }]
}

/** Finds the flags that the playground of another service does not evaluate as SDKs do. */
function unplayable({ flags = [], strategyTypes = [] }: ScenarioItems): Unlike[] {
  const custom = new Set(strategyTypes.map(({ name }) => name))
  const named = (why: string, isMeant: (flag: ScenarioFlag) => boolean): Unlike => ({
    flags: flags.filter((flag) => !flag.archived && isMeant(flag)).map(({ name }) => name),
    why,
  })
  return [
    named(
      'Strategies of a type of your own are for SDKs to evaluate: the playground of the service cannot say.',
      (flag) => typesOf(flag).some((type) => custom.has(type)),
    ),
    named(
      'They are on where a parent is off. SDKs evaluate that, and the playground of the service does not.',
      ({ dependencies = [] }) => dependencies.some(({ enabled }) => enabled === false),
    ),
  ]
}

/** These flags, and those that depend on them. */
function unlike({ flags = [] }: ScenarioItems, found: readonly Unlike[]): Unlike[] {
  const left = new Set(found.flatMap((one) => one.flags))
  const children = flags.filter(
    ({ name, archived, dependencies = [] }) =>
      !archived && !left.has(name) && dependencies.some(({ feature }) => left.has(feature)),
  )
  return [
    ...found,
    { flags: children.map(({ name }) => name), why: 'They depend on a flag that is not compared.' },
  ].filter((one) => one.flags.length > 0)
}
