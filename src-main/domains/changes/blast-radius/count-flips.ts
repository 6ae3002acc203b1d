import { evaluateFlag, type EvaluationSources } from '#shared/flags/evaluation/index.ts'
import type { BlastRadius, FlagFigures } from '#shared/changes/schemas/blast-radius.ts'
import { Turn } from '#runtime/turn.ts'
import type { SeenContexts, SeenContext } from '#domains/clients/seen-contexts/seen-contexts.ts'
import { type Flip, flipOf, Samples } from './samples.ts'
import type { Proposal, FlagSnapshot } from './proposal.ts'

const MAX_FLAGS = 200

/**
 * Limit of comparisons of a flag and a context, each with two evaluations. Above it, only the contexts seen
 * last are compared, but at least MIN_CONTEXTS.
 */
const MAX_COMPARED = 200_000
const MIN_CONTEXTS = 100

/** Number of comparisons before other waiting requests get a turn. */
const STRIDE = 32

interface Tally {
  turn: Turn
  samples: Samples
  /** Hashes of the affected contexts: a context may flip several flags. */
  flipped: Record<Flip, Set<string>>
}

/**
 * Evaluates the flags of proposals before and after the change, as SDKs do, for every context seen since a
 * time. Random values are the same on both sides.
 */
export async function countFlips(
  proposals: readonly Proposal[],
  { seen, since, now }: { seen: SeenContexts; since: Date; now: Date },
): Promise<Omit<BlastRadius, 'window' | 'isHypothetical'>> {
  const turn = new Turn()
  const all: Comparison[] = []
  for (const proposal of proposals)
    for (const one of comparisonsOf(proposal, seen.since(proposal.environment, since))) {
      all.push(one)
      await turn.pause()
    }
  const toCompare = all.filter((one) => !one.isAlike).length
  const most = Math.max(MIN_CONTEXTS, Math.floor(MAX_COMPARED / Math.max(1, toCompare)))
  const tally: Tally = {
    turn,
    samples: new Samples(),
    flipped: { on: new Set(), off: new Set(), variant: new Set() },
  }
  // flags of one project share one list
  const lists = new Set(all.map(({ contexts }) => contexts))
  const looked = new Set([...lists].flatMap((list) => list.slice(0, most).map(({ hash }) => hash)))
  const flags: FlagFigures[] = []
  for (const { contexts, ...one } of all)
    flags.push(await compare({ ...one, contexts: contexts.slice(0, most) }, now, tally))
  const { on, off, variant } = tally.flipped
  return {
    ...toFigures(looked.size, { on: on.size, off: off.size, variant: variant.size }),
    stays: looked.size - new Set([...on, ...off, ...variant]).size,
    flags: flags.sort(byFlips).slice(0, MAX_FLAGS),
    flagsTouched: new Set(flags.map(({ feature }) => feature)).size,
    samples: tally.samples.toAffected(),
    isSampled: all.some(({ contexts }) => contexts.length > most),
  }
}

/** A flag of an environment, and the contexts for which it is to be compared. */
interface Comparison {
  feature: string
  project: string
  proposal: Proposal
  contexts: readonly SeenContext[]
  /** Nothing that it depends on has changed: it need not be asked. */
  isAlike: boolean
}

/**
 * One for each flag that is there on one side at least, with the contexts that its project's flags were asked with. One at
 * a time: there may be thousands.
 */
function* comparisonsOf(proposal: Proposal, contexts: readonly SeenContext[]): Generator<Comparison> {
  const { before, after } = proposal
  const ofProject = new Map<string, readonly SeenContext[]>()
  for (const name of proposal.flags) {
    const feature = before.features.get(name) ?? after.features.get(name)
    if (!feature) continue
    const { project } = feature
    const theirs = ofProject.get(project) ?? distinct(contexts, project)
    ofProject.set(project, theirs)
    const isAlike = JSON.stringify(decidersOf(before, name)) === JSON.stringify(decidersOf(after, name))
    yield { feature: name, project, proposal, contexts: theirs, isAlike }
  }
}

/** A context that came with several tokens is one. */
function distinct(contexts: readonly SeenContext[], project: string): SeenContext[] {
  const found = new Map<string, SeenContext>()
  for (const one of contexts) {
    const isAsked = one.projects.includes('*') || one.projects.includes(project)
    if (isAsked && !found.has(one.hash)) found.set(one.hash, one)
  }
  return [...found.values()]
}

/** All that decides how a flag comes out: itself, its parents, the segments of them. */
function decidersOf({ features, segments }: FlagSnapshot, name: string): unknown {
  const feature = features.get(name)
  const flags = [feature, ...(feature?.dependencies ?? []).map((parent) => features.get(parent.feature))]
  const used = flags.flatMap((one) => one?.strategies.flatMap((strategy) => strategy.segments ?? []) ?? [])
  return [flags, used.map((id) => segments.get(id))]
}

async function compare(
  { feature, project, proposal, contexts, isAlike }: Comparison,
  now: Date,
  { turn, samples, flipped }: Tally,
): Promise<FlagFigures> {
  const { environment } = proposal
  const draw = { value: 0 }
  const [before, after] = [toWorld(proposal.before, now, draw), toWorld(proposal.after, now, draw)]
  const counts = { on: 0, off: 0, variant: 0 }
  for (const [index, context] of isAlike ? [] : contexts.entries()) {
    if (index % STRIDE === 0) await turn.pause()
    draw.value = context.draw
    const flip = flipOf(
      evaluateFlag(feature, context.evaluated, before, { trace: 'none' }),
      evaluateFlag(feature, context.evaluated, after, { trace: 'none' }),
    )
    if (flip === null) continue
    counts[flip] += 1
    flipped[flip].add(context.hash)
    samples.offer(flip, { feature, environment, context, before, after, draw })
  }
  return { feature, project, environment, ...toFigures(contexts.length, counts) }
}

const toFigures = (seen: number, { on, off, variant }: Record<Flip, number>) => ({
  seen,
  turnsOn: on,
  turnsOff: off,
  variantChanges: variant,
  stays: seen - on - off - variant,
})

const toWorld = (
  { features, segments }: FlagSnapshot,
  now: Date,
  draw: { value: number },
): EvaluationSources => ({
  feature: (name) => features.get(name),
  segment: (id) => segments.get(id),
  now,
  random: () => draw.value,
})

function byFlips(a: FlagFigures, b: FlagFigures): number {
  const flips = (one: FlagFigures) => one.seen - one.stays
  return flips(b) - flips(a) || (a.feature < b.feature ? -1 : a.feature > b.feature ? 1 : 0)
}
