import type { ClientFeature } from '../schemas/client.ts'
import type { CodeReference } from './find-references.ts'

/** Kinds of findings. Only a call can show that a flag is missing: another text may be anything. */
export const FINDINGS = ['missing', 'stale', 'unused'] as const
export type ReferenceFinding = (typeof FINDINGS)[number]

/** Author of a line, where git knows. */
export interface Blame {
  commit: string
  author: string
  /** ISO date. */
  date: string
}

type BlamedReference = CodeReference & { blame?: Blame }

/** Flag, with the places that use it. */
export interface FlagInCode<Reference extends CodeReference = BlamedReference> {
  flag: string
  /** null: there is no such flag. */
  project: string | null
  finding: ReferenceFinding | null
  advice: string | null
  references: Reference[]
}

/** Flag, with whether it is on for everybody in each environment that counts. */
type Flag = Pick<ClientFeature, 'name' | 'project' | 'stale'> & { states: readonly (boolean | undefined)[] }

/** Compares the flags of an instance with the places that use flags. The findings come first. */
export function judgeReferences<Reference extends CodeReference = BlamedReference>(
  flags: readonly Flag[],
  references: readonly Reference[],
): FlagInCode<Reference>[] {
  return findingsFirst([...judgedFlags(flags, references)])
}

/** Yields the flags of both sides by name, judged: between two of them a service can answer others. */
export function* judgedFlags<Reference extends CodeReference>(
  flags: readonly Flag[],
  references: readonly Reference[],
): Generator<FlagInCode<Reference>> {
  const places = new Map<string, Reference[]>()
  for (const reference of references) {
    const found = places.get(reference.flag)
    if (found) found.push(reference)
    else places.set(reference.flag, [reference])
  }
  const existing = new Map(flags.map((flag) => [flag.name, flag]))
  const names = [...new Set([...existing.keys(), ...places.keys()])].sort()
  for (const name of names) yield judge(name, existing.get(name), places.get(name) ?? [])
}

/** Puts findings before the other flags; those of a kind stay in their order. */
export const findingsFirst = <Reference extends CodeReference>(
  flags: readonly FlagInCode<Reference>[],
): FlagInCode<Reference>[] =>
  [...FINDINGS, null].flatMap((finding) => flags.filter((one) => one.finding === finding))

function judge<Reference extends CodeReference>(
  flag: string,
  known: Flag | undefined,
  references: Reference[],
): FlagInCode<Reference> {
  const shared = { flag, project: known?.project ?? null, references }
  if (!known)
    return {
      ...shared,
      finding: 'missing',
      advice: 'There is no such flag here, so SDKs answer false. Create it, revive it, or correct the name.',
    }
  if (known.stale && references.length > 0) return { ...shared, finding: 'stale', advice: cleanUp(known) }
  if (references.length === 0)
    return {
      ...shared,
      finding: 'unused',
      advice: 'No code of these folders uses it. Archive it if no other code does.',
    }
  return { ...shared, finding: null, advice: null }
}

function cleanUp({ states }: Flag): string {
  const [first, ...others] = states
  const state = others.every((one) => one === first) ? first : undefined
  const branch =
    state === undefined
      ? 'decide which branch stays: it is on for some, or not in every environment'
      : `keep the branch for ${state ? 'on' : 'off'}, as the flag is ${state ? 'on for everybody' : 'off'}`
  return `The flag is stale: delete the checks, and ${branch}. Archive the flag afterwards.`
}

/** Checks whether a flag is on for everybody in an environment; undefined: for some. */
export function isOnForAll({
  enabled,
  strategies,
}: Pick<ClientFeature, 'enabled' | 'strategies'>): boolean | undefined {
  if (!enabled) return false
  const isForAll = strategies.some(
    ({ name, constraints, parameters, segments = [] }) =>
      constraints.length + segments.length === 0 &&
      (name === 'default' || (name === 'flexibleRollout' && Number(parameters['rollout']) === 100)),
  )
  return isForAll || strategies.length === 0 ? true : undefined
}
