import type { z } from 'zod'

import { compositeKey } from '#shared/composite-key.ts'
import type { SdkNames as SdkNamesSchema } from '#shared/clients/contract/client-api.ts'
import { MAX_LISTED_SDKS, type Propagation, type SdkRevision } from '#shared/clients/schemas/propagation.ts'
import type { Caller } from '#kernel/caller.ts'
import type { CommittedEvent } from '#kernel/event.ts'
import type { ClientConfiguration } from '../client-api/client-configuration.ts'

/** The most SDKs that are remembered; those that have not asked for the longest time go first. */
const MAX_SDKS = 5000
/** SDKs ask every 15 seconds, few of them every minute or two: those not heard of in so long have gone. */
const GONE_MS = 10 * 60_000

/** First deliveries of revisions that are remembered; the oldest go first. */
const MAX_FIRSTS = 2000

export type SdkNames = z.output<typeof SdkNamesSchema>

/** Configuration that an SDK has from now on. */
interface Delivery {
  way: SdkRevision['way']
  environment: string
  /** Projects of its token; `*`: all. */
  projects: readonly string[]
  revision: number
  at: Date
}

/** First delivery of a revision, or of a later one, to an SDK with a token of some projects. */
export interface FirstDelivery extends Pick<SdkRevision, 'appName' | 'sdk' | 'way'> {
  at: Date
}

interface First extends FirstDelivery, Pick<Delivery, 'environment' | 'projects' | 'revision'> {}

interface Holder extends Omit<Delivery, 'at'> {
  appName: string | null
  instance: string | null
  sdk: string | null
  /** Epoch milliseconds. */
  seenAt: number
  behindSince: Date | null
}

/**
 * Knows which SDK has which revision of its environment, from what each was sent, and since when it is behind. In memory: after
 * a start, SDKs are there again once they have asked.
 */
export class SdkRevisions {
  readonly #configuration: Pick<ClientConfiguration, 'revisionOf'>
  /** The one that asked last is the last. */
  readonly #holders = new Map<string, Holder>()
  /** Oldest first. */
  readonly #firsts: First[] = []
  /** Highest revision delivered, by environment and projects of the token. */
  readonly #highest = new Map<string, number>()
  /** Deliveries of revisions up to this one are no longer known: they were forgotten, or before the start. */
  #forgottenUpTo: number | undefined

  constructor(configuration: Pick<ClientConfiguration, 'revisionOf'>) {
    this.#configuration = configuration
  }

  /** Notes what an SDK was sent, or that it has it already. Others than SDKs of servers evaluate nothing themselves. */
  note({ actor }: Pick<Caller, 'actor'>, names: SdkNames, delivery: Delivery): void {
    if (actor.kind !== 'backend-token') return
    const { at, ...sent } = delivery
    const key = keyOf(actor, names, delivery)
    const known = this.#holders.get(key)
    const isCurrent = sent.revision >= this.#configuration.revisionOf(sent.environment)
    this.#holders.delete(key)
    this.#holders.set(key, {
      ...sent,
      appName: names['unleash-appname'] ?? null,
      instance: instanceOf(names) ?? null,
      sdk: names['unleash-sdk'] ?? null,
      seenAt: at.getTime(),
      behindSince: isCurrent ? null : (known?.behindSince ?? at),
    })
    // most polls change nothing
    if (known?.revision !== sent.revision) this.#noteFirst(names, delivery)
    if (this.#holders.size <= MAX_SDKS) return
    const [oldest] = this.#holders.keys()
    if (oldest !== undefined) this.#holders.delete(oldest)
  }

  #noteFirst(names: SdkNames, { at, way, environment, projects, revision }: Delivery): void {
    const key = compositeKey(environment, ...projects)
    const highest = this.#highest.get(key)
    // the first delivery after a start may be a repetition of one before
    if (highest === undefined && this.#highest.size >= MAX_SDKS) this.#highest.clear()
    if (highest !== undefined && revision <= highest) return
    this.#highest.set(key, revision)
    const [appName, sdk] = [names['unleash-appname'] ?? null, names['unleash-sdk'] ?? null]
    this.#firsts.push({ at, way, environment, projects, revision, appName, sdk })
    if (this.#firsts.length <= MAX_FIRSTS) return
    const forgotten = this.#firsts.shift()
    if (forgotten) this.#forgottenUpTo = Math.max(this.#forgottenUpTo ?? 0, forgotten.revision)
  }

  /**
   * Finds the first SDK that was sent a change: null if none was yet. Undefined if that is not known, because the change came before the
   * start, or too many others did since.
   */
  firstWith(
    change: Pick<Delivery, 'environment' | 'revision'> & { project: string },
  ): FirstDelivery | null | undefined {
    const { environment, revision, project } = change
    if (revision <= (this.#forgottenUpTo ?? 0)) return undefined
    const found = this.#firsts.find(
      (one) =>
        one.environment === environment &&
        one.revision >= revision &&
        (one.projects.includes(project) || one.projects.includes('*')),
    )
    return found ?? null
  }

  /** Notes the newest event when the service started: who has it is not known. */
  begin(lastEvent: number): void {
    this.#forgottenUpTo = lastEvent
  }

  /** Notes that a stream has ended: its SDK comes back with another one, or has gone. */
  end(
    { actor }: Pick<Caller, 'actor'>,
    names: SdkNames,
    delivery: Pick<Delivery, 'way' | 'environment'>,
  ): void {
    if (actor.kind === 'backend-token') this.#holders.delete(keyOf(actor, names, delivery))
  }

  /** Notes since when SDKs are behind. Runs after the configuration has taken the events. */
  readonly noteEvents = (events: readonly CommittedEvent[]): void => {
    const first = events.find(({ affectsClients }) => affectsClients)
    if (!first) return
    for (const holder of this.#holders.values())
      if (holder.behindSince === null && !this.#isCurrent(holder))
        holder.behindSince = new Date(first.createdAt)
  }

  #isCurrent({ environment, revision }: Holder): boolean {
    return revision >= this.#configuration.revisionOf(environment)
  }

  /** Lists SDKs, those first that have been behind for the longest time, without those that only have hidden projects. */
  list(
    now: Date,
    hidden: ReadonlySet<string>,
    application?: string,
  ): Pick<Propagation, 'environments' | 'sdks'> {
    const gone = now.getTime() - GONE_MS
    for (const [key, { way, seenAt }] of this.#holders)
      if (way !== 'stream' && seenAt < gone) this.#holders.delete(key)
    const holders = [...this.#holders.values()]
      .filter(({ projects }) => projects.some((project) => !hidden.has(project)))
      .filter(({ appName }) => application === undefined || appName === application)
      .sort(byUrgency)
    const environments = new Map<string, { sdks: number; behind: number }>()
    for (const { environment, behindSince } of holders) {
      const { sdks, behind } = environments.get(environment) ?? { sdks: 0, behind: 0 }
      environments.set(environment, { sdks: sdks + 1, behind: behind + (behindSince === null ? 0 : 1) })
    }
    return {
      environments: [...environments]
        .map(([environment, counts]) => ({
          environment,
          revision: this.#configuration.revisionOf(environment),
          ...counts,
        }))
        .sort((a, b) => (a.environment < b.environment ? -1 : 1)),
      sdks: holders
        .slice(0, MAX_LISTED_SDKS)
        .map(({ projects: _projects, seenAt, behindSince, ...holder }) => ({
          ...holder,
          behindSince: behindSince?.toISOString() ?? null,
          // a stream that is open can be sent to at any time
          seenAt: holder.way === 'stream' ? now.toISOString() : new Date(seenAt).toISOString(),
        })),
    }
  }
}

const instanceOf = (names: SdkNames) => names['unleash-connection-id'] ?? names['unleash-instanceid']

/** The token is named by its hash: its projects can be hundreds. */
const keyOf = (
  { tokenHash = '' }: { tokenHash?: string },
  names: SdkNames,
  { way, environment }: Pick<Delivery, 'way' | 'environment'>,
) => compositeKey(way, environment, names['unleash-appname'] ?? '', instanceOf(names) ?? '', tokenHash)

function byUrgency(a: Holder, b: Holder): number {
  const since = (one: Holder) => one.behindSince?.getTime() ?? Infinity
  if (since(a) !== since(b)) return since(a) < since(b) ? -1 : 1
  const [first, second] = [a.appName ?? '', b.appName ?? '']
  // thousands are sorted in one turn: collation takes ten times as long
  return first === second ? b.seenAt - a.seenAt : first < second ? -1 : 1
}
