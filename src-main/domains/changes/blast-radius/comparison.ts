import type { SeenContext } from '#domains/clients/seen-contexts/seen-contexts.ts'
import type { Proposal, FlagSnapshot } from './proposal.ts'

/** A flag of an environment, and the contexts for which it is to be compared. */
export interface Comparison {
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
export function* comparisonsOf(proposal: Proposal, contexts: readonly SeenContext[]): Generator<Comparison> {
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
