import { EVENT_TYPES, type EventType } from '#shared/audit/events/index.ts'
import type { Event } from '#shared/audit/schemas/event.ts'
import {
  flagPath,
  pick,
  readingOf,
  STRATEGY_FIELDS,
  type PartChange,
  type Path,
} from '#shared/audit/undo/index.ts'
import { Override } from '#shared/flags/schemas/override.ts'
import { isRecord } from '#shared/own-value.ts'
import type { OverridePlace } from '#domains/flags/overrides/overrides.store.ts'

type Data = Readonly<Record<string, unknown>>

/** Events of one flag that can change how it is evaluated. They carry its name. */
export const FLAG_TYPES: readonly EventType[] = [
  'feature-created',
  'feature-archived',
  'feature-revived',
  'feature-deleted',
  'feature-project-change',
  'feature-dependency-added',
  'feature-dependency-removed',
  'feature-dependencies-removed',
  'feature-environment-enabled',
  'feature-environment-disabled',
  'feature-environment-variants-updated',
  'feature-strategy-add',
  'feature-strategy-update',
  'feature-strategy-remove',
  'strategy-order-changed',
  'feature-override-set',
  'feature-override-removed',
  'release-plan-milestone-started',
  'release-plan-removed',
  'mirrored-flag-changed',
  'mirrored-flag-removed',
]

/** Events of what many flags share. There are few of them. */
export const SHARED_TYPES: readonly EventType[] = [
  'segment-created',
  'segment-updated',
  'segment-deleted',
  'default-strategy-updated',
  'environment-created',
  'environment-deleted',
  'project-environment-removed',
  'mirror-synchronised',
  'snapshot-restored',
]

/** Events by which a flag gets and loses parents. */
export const PARENT_TYPES: readonly EventType[] = EVENT_TYPES.filter((type) =>
  ['feature-dependency-', 'feature-dependencies-', 'feature-archived', 'feature-deleted'].some((start) =>
    type.startsWith(start),
  ),
)

/** Events that change everything in an environment, and keep nothing of it. */
const WIDE_LOSSES: readonly string[] = [
  'environment-created',
  'environment-deleted',
  'mirror-synchronised',
  'snapshot-restored',
]

/** State before an event, as far as the event tells it. */
export type LoggedState =
  | { kind: 'changes'; changes: readonly PartChange[] }
  /** The log does not hold the state before it: of one flag or segment, of the flags of a project, or of anything. */
  | { kind: 'lost'; of: Path | 'project' | 'everything' }

/** Path of an override among the parts of a flag in an environment. */
export const overridePath = ({ feature, environment, audience }: OverridePlace): Path =>
  flagPath(feature, 'env', environment, 'override', audience)

/** Reads how an event changed what flags are evaluated with. Undo reads the same events, but for overrides and releases. */
export function readLogged(event: Event): LoggedState {
  const { type, featureName, data, preData } = event
  if (WIDE_LOSSES.includes(type)) return { kind: 'lost', of: 'everything' }
  if (type === 'project-environment-removed') return { kind: 'lost', of: 'project' }
  const changes = changesOf(event)
  if (changes) return { kind: 'changes', changes }
  const id = String((data ?? preData)?.['id'])
  return { kind: 'lost', of: featureName === null ? ['segment', id] : flagPath(featureName) }
}

function changesOf(event: Event): readonly PartChange[] | null {
  switch (event.type) {
    case 'feature-override-set':
    case 'feature-override-removed':
      return overrideChange(event)
    case 'release-plan-milestone-started':
    case 'release-plan-removed':
      return placedStrategies(event)
    case 'feature-deleted':
      return deletion(event)
    default:
      return ownReading(event)
  }
}

function ownReading(event: Event): PartChange[] | null {
  const reading = readingOf(event)
  return reading.kind === 'reversible' ? reading.changes(event) : null
}

function overrideChange({ data, preData }: Event): PartChange[] | null {
  const [before, after] = [readOverride(preData), readOverride(data)]
  const place = after ?? before
  if (!place || (preData && !before) || (data && !after)) return null
  return [{ path: overridePath(place), before, after }]
}

/** Reads an override of an event. Those of earlier versions have no strategies. */
const readOverride = (logged: unknown) =>
  isRecord(logged) ? Override.safeParse({ strategies: null, ...logged }).data : undefined

/** A flag is deleted with its overrides. */
function deletion(event: Event): PartChange[] | null {
  const own = ownReading(event)
  const kept = event.preData?.['overrides'] ?? []
  if (!own || !Array.isArray(kept)) return null
  const overrides = kept.flatMap((one: unknown) => readOverride(one) ?? [])
  return [...own, ...overrides.map((one) => ({ path: overridePath(one), before: one, after: undefined }))]
}

/** Strategies that a release plan took from its flag, and those it gave instead. Earlier versions did not log them. */
function placedStrategies({ type, featureName, environment, data, preData }: Event): PartChange[] | null {
  const removed = preData?.['strategies'] ?? (type === 'release-plan-removed' ? undefined : [])
  const placed = type === 'release-plan-removed' ? [] : data?.['strategies']
  if (!Array.isArray(removed) || !Array.isArray(placed)) return null
  const pathOf = ({ id }: Data) =>
    flagPath(featureName ?? '', 'env', environment ?? '', 'strategy', String(id))
  return [
    ...removed.filter(isRecord).flatMap((one) => [
      { path: pathOf(one), before: pick(one, STRATEGY_FIELDS), after: undefined },
      { path: [...pathOf(one), 'place'], before: one['sortOrder'], after: undefined },
    ]),
    ...placed
      .filter(isRecord)
      .map((one) => ({ path: pathOf(one), before: undefined, after: pick(one, STRATEGY_FIELDS) })),
  ]
}
