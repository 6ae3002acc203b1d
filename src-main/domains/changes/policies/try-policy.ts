import type { Event } from '#shared/audit/schemas/event.ts'
import type { ConfigurationParts } from '#shared/audit/undo/index.ts'
import {
  MAX_DRY_RUN_DAYS,
  type Policy,
  type PolicyDryRun,
  type Violation,
} from '#shared/changes/schemas/policy.ts'
import type { QueryContext } from '#kernel/use-case.ts'
import { Turn } from '#runtime/turn.ts'
import { readCurrentParts } from '#domains/audit/configuration/read-current-parts.ts'
import { readLastEventId } from '#domains/audit/events/events.read-model.ts'
import { eventsAfter, lastEventAt } from '#domains/audit/undo/undo-log.read-model.ts'
import { FLAG_TYPES } from '#domains/insight/past/logged-changes.ts'
import { changesByFlag, judgeAndRewind, readSurroundings, type FlagChanges } from './judge-write.ts'

/** Events that are looked at for one answer. */
const MAX_EVENTS = 20_000
/** Stopped changes that one answer names. */
const MAX_EXAMPLES = 100
const DAY_MS = 86_400_000

/** Events by which a flag becomes what rules see of it. */
const JUDGED_TYPES = [
  ...FLAG_TYPES,
  'feature-metadata-updated',
  'feature-tagged',
  'feature-untagged',
] as const

interface Asked {
  policy: Policy
  days?: number | undefined
}

/**
 * Judges the changes of the last days as if a policy had been there (ADR 84): the flags are taken back write by write, newest first,
 * and each write is judged as it would have been when it was made.
 */
export async function tryPolicy(
  context: QueryContext,
  { policy, days = MAX_DRY_RUN_DAYS }: Asked,
): Promise<PolicyDryRun> {
  const since = new Date(context.now.getTime() - days * DAY_MS).toISOString()
  const { writes, reachedTo } = await readWrites(context, since)
  const touched = new Set(writes.flatMap((write) => [...changesByFlag(write).keys()]))
  const parts = await readCurrentParts(
    context.everything,
    [...touched].map((name) => ['flag', name]),
  )
  const run = new PolicyTrial(policy, parts)
  const surroundings = await readSurroundings(context.everything, context.now)
  const turn = new Turn()
  for (const write of writes) {
    run.judge(write, surroundings)
    await turn.pause()
  }
  return { ...run.outcome, since, reachedTo }
}

/** Reads the writes since a time, newest first, as far as the bounds of an answer allow. */
async function readWrites({ everything }: QueryContext, since: string) {
  const after = await lastEventAt(everything, since)
  const upTo = await readLastEventId(everything)
  const writes: Event[][] = []
  let count = 0
  for await (const events of eventsAfter(everything, after, { types: JUDGED_TYPES, upTo }, 'desc'))
    for (const event of events) {
      const last = writes.at(-1)
      const isOfLast = last?.[0]?.groupId === event.groupId
      if (++count > MAX_EVENTS) {
        // half a write says nothing of it
        if (isOfLast) writes.pop()
        return { writes, reachedTo: (writes.at(-1)?.[0] ?? event).createdAt }
      }
      if (isOfLast) last.unshift(event)
      else writes.push([event])
    }
  return { writes, reachedTo: null }
}

/** A policy that is tried on writes, newest first. */
class PolicyTrial {
  readonly #policy: Policy
  readonly #parts: ConfigurationParts
  /** Flags that some event does not tell enough of: what was before it is not judged. */
  readonly #unknown = new Set<string>()
  #changes = 0
  #stopped = 0
  readonly #examples: PolicyDryRun['examples'] = []

  constructor(policy: Policy, parts: ConfigurationParts) {
    this.#policy = policy
    this.#parts = parts
  }

  judge(write: readonly Event[], surroundings: Parameters<typeof judgeAndRewind>[3]): void {
    const [first] = write
    if (!first) return
    const at = new Date(first.createdAt)
    const found = [...changesByFlag(write)].flatMap((one) => this.#judgeFlag(one, { ...surroundings, at }))
    if (this.#policy.project === undefined || write.some((one) => one.project === this.#policy.project))
      this.#changes += 1
    if (found.length === 0) return
    this.#stopped += 1
    if (this.#examples.length >= MAX_EXAMPLES) return
    const { id, type, createdAt, createdBy } = write.at(-1) ?? first
    this.#examples.push({
      event: id,
      type,
      createdAt,
      createdBy,
      violations: found.slice(0, MAX_EXAMPLES),
    })
  }

  #judgeFlag(
    [name, changes]: readonly [string, FlagChanges],
    surroundings: Parameters<typeof judgeAndRewind>[3],
  ): Violation[] {
    if (changes.isLost) this.#unknown.add(name)
    if (this.#unknown.has(name)) return []
    return judgeAndRewind([this.#policy], this.#parts, [name, changes], surroundings)
  }

  get outcome(): Omit<PolicyDryRun, 'since' | 'reachedTo'> {
    return {
      changes: this.#changes,
      stopped: this.#stopped,
      examples: this.#examples,
      unknown: this.#unknown.size,
    }
  }
}
