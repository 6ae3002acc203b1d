import type { Event } from '#shared/audit/schemas/event.ts'
import {
  contains,
  flagPath,
  pathText,
  rewind,
  type ConfigurationParts,
  type PartChange,
  type Path,
} from '#shared/audit/undo/index.ts'
import type { EvaluationSources } from '#shared/flags/evaluation/index.ts'
import { isRecord } from '#shared/own-value.ts'
import type { Constraint } from '#shared/flags/schemas/constraint.ts'
import type { Override } from '#shared/flags/schemas/override.ts'
import type { EnvironmentVariant } from '#shared/flags/schemas/variant.ts'
import type { PlacedStrategy } from '#domains/flags/features/feature-strategies.store.ts'
import type { DefaultStrategy } from '#domains/projects/projects/projects.store.ts'
import {
  toExplainedFeature,
  type ExplainedConfiguration,
  type ExplainedFeature,
  type Parent,
} from '../explain/explained-configuration.read-model.ts'
import { readLogged } from './logged-changes.ts'

/** Time at which an override was set, by which it is told from others. */
const createdAt = (override: unknown) => (isRecord(override) ? override['createdAt'] : undefined)

type Segment = { id: number; name: string; constraints: Constraint[] }

/** Place in the log before which a state is not known. Null: nothing that the caller sees tells of it. */
export interface Unknown {
  event: Event | null
  createdAt: string
}

/** Parts of a flag that every environment shares, and that decide how it is evaluated. */
const SHARED_PARTS = ['project', 'archived', 'parent']
/** Parts that an event has to find as it left them. Otherwise the log lacks something between. */
const CHECKED_PARTS = ['project', 'archived', 'enabled']

/**
 * State of an environment, taken back event by event from now, newest first. It knows for which flags and segments the log does
 * not hold the past: their state is never guessed.
 */
export class PastEnvironment {
  readonly environment: string
  readonly #parts: ConfigurationParts
  readonly #features = new Map<string, ExplainedFeature | undefined>()
  readonly #segments = new Map<number, Segment | undefined>()
  readonly #unknown = new Map<string, { owner: Path; unknown: Unknown }>()
  #unknownAtAll: Unknown | undefined

  /** Audiences of the request that is asked about. */
  readonly audiences: readonly string[]
  /** Time down to which the caller sees what happened. */
  #seenTo: string

  constructor(
    environment: string,
    parts: ConfigurationParts,
    { now, audiences }: { now: Date; audiences: readonly string[] },
  ) {
    this.audiences = audiences
    this.environment = environment
    this.#parts = parts
    this.#seenTo = now.toISOString()
  }

  /** Checks that a part belongs to what flags are evaluated with here. */
  static concerns(environment: string, path: Path): boolean {
    const [kind, , part, place, detail] = path
    if (kind === 'segment' || path.length === 2) return true
    if (kind === 'project') return place === environment && detail === 'default-strategy'
    return kind === 'flag' && (SHARED_PARTS.includes(part ?? '') || (part === 'env' && place === environment))
  }

  /** Takes an event back. Returns the flags, segments and projects that it touched. */
  takeBack(event: Event): Path[] {
    const logged = readLogged(event)
    this.#seenTo = event.createdAt
    if (logged.kind === 'lost') return this.#lose(event, logged.of)
    const changes = logged.changes.filter(({ path }) => PastEnvironment.concerns(this.environment, path))
    const owners = new Map(changes.map(({ path }) => [pathText(path.slice(0, 2)), path.slice(0, 2)]))
    for (const owner of owners.values()) {
      const own = changes.filter(({ path }) => contains(owner, path))
      if (!this.#fits(owner, own)) this.#loseOne(owner, { event: null, createdAt: event.createdAt })
      this.#forget(owner)
    }
    for (const change of changes.toReversed()) rewind(this.#parts, change)
    return [...owners.values()]
  }

  /**
   * Passes an event that the caller may not see. What it changed of what the caller sees is not known before, and the time of the
   * event is not told.
   */
  skip(event: Event): Path[] {
    const logged = readLogged(event)
    const touched =
      logged.kind === 'changes'
        ? logged.changes.map(({ path }) => path.slice(0, 2))
        : Array.isArray(logged.of)
          ? [logged.of]
          : []
    const seen = touched.filter((path) => this.#parts.get(path) !== undefined)
    for (const owner of seen) this.#loseOne(owner, { event: null, createdAt: this.#seenTo })
    return seen
  }

  /** Marks everything before a time as not known. */
  loseEverything(unknown: Unknown): void {
    this.#unknownAtAll ??= unknown
  }

  /** The place before which no flag of the environment is known. */
  get unknownAtAll(): Unknown | undefined {
    return this.#unknownAtAll
  }

  /** The place before which a flag is not known, or something that decides it. */
  unknownOf(flag: string): Unknown | undefined {
    if (this.#unknownAtAll) return this.#unknownAtAll
    if (this.#unknown.size === 0) return undefined
    return this.decidersOf(flag)
      .map((owner) => this.#unknown.get(pathText(owner))?.unknown)
      .find((one) => one !== undefined)
  }

  /** Lists a flag with everything that decides it: its parents, and the segments and projects of all of them. */
  decidersOf(flag: string): Path[] {
    const names = [flag, ...(this.feature(flag)?.dependencies ?? []).map(({ feature }) => feature)]
    return names.flatMap((name) => {
      const feature = this.feature(name)
      const segments = feature?.strategies.flatMap((strategy) => strategy.segments) ?? []
      return [
        flagPath(name),
        ...segments.map((id) => ['segment', String(id)]),
        ...(feature ? [['project', feature.project]] : []),
      ]
    })
  }

  /** The names of the flags that were there, archived ones included. */
  names(): string[] {
    return this.#parts
      .owners()
      .filter((owner) => owner[0] === 'flag' && this.#parts.get(owner) !== undefined)
      .map(([, name = '']) => name)
  }

  /** The names of flags whose past is not known by themselves. */
  unknownNames(): string[] {
    return [...this.#unknown.values()].flatMap(({ owner: [kind, name = ''] }) =>
      kind === 'flag' ? [name] : [],
    )
  }

  /** Project of a flag that was archived then. */
  archivedIn(flag: string): string | undefined {
    if (this.#parts.get(flagPath(flag, 'archived')) !== true) return undefined
    return this.#parts.get(flagPath(flag, 'project')) as string | undefined
  }

  /** The flag as it was evaluated. Undefined: it was not there, or archived. */
  feature(name: string): ExplainedFeature | undefined {
    if (!this.#features.has(name)) this.#features.set(name, this.#assemble(name))
    return this.#features.get(name)
  }

  segment(id: number): Segment | undefined {
    if (!this.#segments.has(id)) {
      const part = this.#parts.get(['segment', String(id)]) as Omit<Segment, 'id'> | undefined
      this.#segments.set(id, part && { id, name: part.name, constraints: part.constraints })
    }
    return this.#segments.get(id)
  }

  sources(now: Date, random: () => number): EvaluationSources {
    return { feature: (name) => this.feature(name), segment: (id) => this.segment(id), now, random }
  }

  /** Copies the flags, with all segments, for what evaluates many of them. */
  toConfiguration(): ExplainedConfiguration {
    const features = this.names().flatMap((name) => {
      const feature = this.feature(name)
      return feature ? [[name, feature] as const] : []
    })
    const ids = this.#parts.owners().flatMap(([kind, id]) => (kind === 'segment' ? [Number(id)] : []))
    const segments = ids.flatMap((id) => this.segment(id) ?? [])
    return { features: new Map(features), segments: new Map(segments.map((one) => [one.id, one])) }
  }

  #lose(event: Event, of: Path | 'project' | 'everything'): Path[] {
    const unknown = { event, createdAt: event.createdAt }
    if (of === 'everything') {
      this.loseEverything(unknown)
      return []
    }
    const owners =
      of === 'project'
        ? this.names()
            .map((name) => flagPath(name))
            .filter((path) => this.#parts.get([...path, 'project']) === event.project)
        : [of]
    for (const owner of owners) this.#loseOne(owner, unknown)
    return owners
  }

  #loseOne(owner: Path, unknown: Unknown): void {
    const key = pathText(owner)
    if (!this.#unknown.has(key)) this.#unknown.set(key, { owner, unknown })
    this.#forget(owner)
  }

  /** Forgets what was assembled of a flag, segment or project that changes. */
  #forget([kind, name = '']: Path): void {
    if (kind === 'flag') this.#features.delete(name)
    else if (kind === 'segment') this.#segments.delete(Number(name))
    else this.#features.clear()
  }

  /** Checks that the state is what an event left. If not, something happened in between that the log does not hold. */
  #fits(owner: Path, changes: readonly PartChange[]): boolean {
    const isThere = this.#parts.get(owner) !== undefined
    const itself = changes.find(({ path }) => path.length === owner.length)
    if (owner[0] === 'project') return true
    if (itself ? (itself.after !== undefined) !== isThere : !isThere) return false
    // the last change of a part is what it was left as
    const last = new Map(changes.map((change) => [pathText(change.path), change]))
    return [...last.values()].every(({ path, after }) => {
      const part = path.at(-1) ?? ''
      const is = this.#parts.get(path)
      if (path[4] === 'strategy' && path.length === 6) return (is === undefined) === (after === undefined)
      if (path[4] === 'override') return createdAt(is) === createdAt(after)
      return itself !== undefined || !CHECKED_PARTS.includes(part) || (is ?? false) === (after ?? false)
    })
  }

  #assemble(name: string): ExplainedFeature | undefined {
    const own = this.#parts.under(flagPath(name))
    const at = (...rest: string[]) => this.#parts.get(flagPath(name, ...rest))
    if (at() === undefined || at('archived') === true) return undefined
    const project = String(at('project'))
    const under = (length: number, start: Path) =>
      own.filter(({ path }) => path.length === length && contains(start, path))
    const here = flagPath(name, 'env', this.environment)
    return toExplainedFeature({
      name,
      project,
      enabled: at('env', this.environment, 'enabled') === true,
      variants: (at('env', this.environment, 'variants') ?? []) as EnvironmentVariant[],
      strategies: under(6, [...here, 'strategy'])
        .map(({ path, value }) => this.#toStrategy(path, value as Partial<PlacedStrategy>))
        .sort((a, b) => a.sortOrder - b.sortOrder || (a.id < b.id ? -1 : 1)),
      dependencies: under(4, flagPath(name, 'parent'))
        .map(({ path, value }): Parent => ({ ...(value as Omit<Parent, 'feature'>), feature: path[3] ?? '' }))
        .sort((a, b) => (a.feature < b.feature ? -1 : 1)),
      defaultStrategy: (this.#parts.get([
        'project',
        project,
        'env',
        this.environment,
        'default-strategy',
      ]) ?? {
        name: 'flexibleRollout',
      }) as DefaultStrategy,
      overrides: under(6, [...here, 'override'])
        .map(({ value }) => value as Override)
        .sort((a, b) => (a.audience < b.audience ? -1 : 1)),
      audiences: this.audiences,
    })
  }

  #toStrategy(path: Path, value: Partial<PlacedStrategy>): PlacedStrategy {
    const [, featureName = '', , environment = '', , id = ''] = path
    const place = this.#parts.get([...path, 'place'])
    const { name = 'default', title = null, disabled = false } = value
    const { constraints = [], parameters = {}, variants = [], segments = [] } = value
    const sortOrder = typeof place === 'number' ? place : 0
    const own = { id, featureName, environment, sortOrder, milestoneId: null }
    return {
      ...own,
      name,
      title,
      disabled,
      constraints,
      parameters,
      variants,
      segments: [...segments].sort((a, b) => a - b),
    }
  }
}
