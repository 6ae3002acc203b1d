import { EVENT_TYPES, EVENTS, type EventType } from '../../../../../src-shared/audit/events/index.ts'
import {
  contains,
  isSame,
  LOSSY_TYPES,
  Parts,
  pathText,
  readingOf,
  READINGS,
  rewind,
  type Path,
} from '../../../../../src-shared/audit/undo/index.ts'
import type { Event } from '../../../../../src-shared/audit/schemas/event.ts'
import type { Past, PastKind, PastPart } from '../../../../../src-shared/audit/schemas/past.ts'
import { Turn } from '../../../../kernel/turn.ts'
import type { Queries } from '../../../../store/queries.ts'
import { readAllNow, readFlagsOfProject } from './flag-names.read-model.ts'
import { readNow } from './read-now.ts'
import { eventsAfter, lastEventAt, oldestEvent, type PastFilter } from './undo-log.read-model.ts'

/** Thing that is looked at, or everything. */
export interface Subject {
  kind: PastKind
  name: string
}

const TELLING = EVENT_TYPES.filter(
  (type) => READINGS[type].kind === 'reversible' || LOSSY_TYPES.includes(type),
)
/** Lossy events that are named; more of them say nothing more. */
const MOST_UNKNOWN = 20

/** The state of a subject at one or two times, and what is not known of it. */
export interface Replayed {
  then: Parts
  /** The later of two times; now, if only one was asked for. */
  later: Parts
  replayed: number
  unknown: Past['limit']['unknown']
}

/** Replays the events of a subject backwards from now to a time; `and` is a later time to stop at on the way. */
export async function replay(
  queries: Queries,
  subject: Subject,
  at: string,
  and: string | undefined,
): Promise<Replayed> {
  const parts = await readSubject(queries, subject)
  const since = await lastEventAt(queries, at)
  const until = and === undefined ? undefined : await lastEventAt(queries, and)
  let later: Parts | undefined = until === undefined ? await copied(parts) : undefined
  const unknown: Replayed['unknown'] = []
  let replayed = 0
  const turn = new Turn()
  for await (const events of eventsAfter(queries, since, filterOf(subject), 'desc'))
    for (const event of events) {
      if (later === undefined && until !== undefined && event.id <= until) later = await copied(parts)
      replayed += 1
      if (!takeBack(parts, event, subject) && unknown.length < MOST_UNKNOWN) unknown.push(labelled(event))
      await turn.pause()
    }
  return { then: parts, later: later ?? (await copied(parts)), replayed, unknown }
}

/** Takes an event back. Returns false if the log does not say what was there before it. */
function takeBack(parts: Parts, event: Event, subject: Subject): boolean {
  const reading = readingOf(event)
  if (reading.kind !== 'reversible') return false
  const changes = reading.changes(event)
  if (changes === null) return false
  for (const change of [...changes].reverse()) if (concerns(subject, change.path)) rewind(parts, change)
  return true
}

/** Checks whether a part belongs to the subject. A project has its flags, also those that have left it since. */
function concerns({ kind, name }: Subject, path: Path): boolean {
  if (kind === 'instance') return true
  if (kind === 'project') return contains(['project', name], path) || path[0] === 'flag'
  return contains([kind, name], path)
}

const labelled = ({ id, type, createdAt }: Event) => ({
  id,
  label: type in EVENTS ? EVENTS[type as EventType].label : type,
  createdAt,
})

function filterOf(subject: Subject): PastFilter {
  switch (subject.kind) {
    case 'flag':
      return { types: TELLING, features: [subject.name] }
    case 'segment':
      return { types: TELLING.filter((type) => type.startsWith('segment-')) }
    case 'role':
      return { types: TELLING.filter((type) => type.startsWith('role-')) }
    case 'project':
      return { types: TELLING, project: subject.name }
    case 'instance':
      return { types: TELLING }
  }
}

async function readSubject(queries: Queries, subject: Subject): Promise<Parts> {
  if (subject.kind === 'instance') return readAllNow(queries)
  if (subject.kind !== 'project') return readNow(queries, [[subject.kind, subject.name]])
  const flags = await readFlagsOfProject(queries, subject.name)
  return readNow(queries, [['project', subject.name], ...flags.map((name): Path => ['flag', name])])
}

/** Compares two states, part by part, by path. Other requests are answered on the way. */
export async function compare(then: Parts, later: Parts): Promise<PastPart[]> {
  const owners = byPath([...then.owners(), ...later.owners()].map((path) => ({ path })))
  const compared: PastPart[] = []
  const turn = new Turn()
  for (const { path: owner } of owners) {
    for (const { path } of byPath([...then.under(owner), ...later.under(owner)])) {
      const [was, is] = [then.get(path), later.get(path)]
      compared.push({
        path,
        ...(was === undefined ? {} : { then: was }),
        ...(is === undefined ? {} : { now: is }),
        isChanged: !isSame(was, is),
      })
    }
    await turn.pause()
  }
  return compared
}

/** Sorts by path, each path once. */
function byPath<T extends { readonly path: Path }>(items: readonly T[]): T[] {
  const found = new Map(items.map((item) => [pathText(item.path), item]))
  return [...found].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, item]) => item)
}

/** Copies a state. Other requests are answered on the way. */
async function copied(parts: Parts): Promise<Parts> {
  const copy = new Parts()
  const turn = new Turn()
  for (const owner of parts.owners()) {
    for (const { path, value } of parts.under(owner)) copy.set(path, value)
    await turn.pause()
  }
  return copy
}

/** Reads from when on events are kept, if retention has removed older ones that a time would need. */
export async function keptFrom(queries: Queries, at: string): Promise<string | null> {
  const oldest = await oldestEvent(queries)
  if (!oldest || oldest.id <= 1 || oldest.createdAt <= at) return null
  return oldest.createdAt
}
