import { isIdentical } from '#shared/configuration/equality.ts'
import { EVENT_TYPES, labelOfType } from '#shared/audit/events/index.ts'
import {
  contains,
  LOSSY_TYPES,
  ConfigurationParts,
  pathText,
  readingOf,
  READINGS,
  Rewind,
  type Part,
  type PartChange,
  type Path,
} from '#shared/audit/undo/index.ts'
import type { Event } from '#shared/audit/schemas/event.ts'
import type { Past, PastKind, PastPart } from '#shared/audit/schemas/past.ts'
import { Turn } from '#runtime/turn.ts'
import type { Queries } from '#store/queries.ts'
import {
  readCurrentParts,
  readInBatches,
  readOwners,
  readOwnersInProject,
} from '../configuration/read-current-parts.ts'
import { eventsAfter, lastEventAt, oldestEvent, type PastFilter } from './undo-log.read-model.ts'

/** Thing that is looked at, or everything. */
export interface Subject {
  kind: PastKind
  name: string
}

const TELLING = EVENT_TYPES.filter(
  (type) => READINGS[type].kind === 'reversible' || LOSSY_TYPES.includes(type),
)
/** A path of kind and name is that of the whole. */
const OWNER_LENGTH = 2
/** Lossy events that are named; more of them say nothing more. */
const MAX_UNKNOWN = 20

/** The changes of a subject since one or two times, and what is not known of it. */
export interface ReplayedChanges {
  /** Back to the time. */
  then: Rewind
  /** Back to the later of two times; empty, if only one was asked for. */
  later: Rewind
  replayed: number
  unknown: Past['limit']['unknown']
}

/** Replays the events of a subject backwards from now to a time; `and` is a later time that is passed on the way. */
export async function replay(
  queries: Queries,
  subject: Subject,
  at: string,
  and: string | undefined,
): Promise<ReplayedChanges> {
  const since = await lastEventAt(queries, at)
  const until = and === undefined ? Infinity : await lastEventAt(queries, and)
  const [then, later] = [new Rewind(), new Rewind()]
  const unknown: ReplayedChanges['unknown'] = []
  let replayed = 0
  const turn = new Turn()
  for await (const events of eventsAfter(queries, since, filterOf(subject), 'desc'))
    for (const event of events) {
      replayed += 1
      const changes = changesOf(event)
      if (changes === null && unknown.length < MAX_UNKNOWN) unknown.push(labelled(event))
      for (const change of (changes ?? []).toReversed()) {
        if (!concerns(subject, change.path)) continue
        then.take(change)
        if (event.id > until) later.take(change)
      }
      await turn.pause()
    }
  return { then, later, replayed, unknown }
}

/** Reads the changes of an event. Null: the log does not say what was there before it. */
function changesOf(event: Event): PartChange[] | null {
  const reading = readingOf(event)
  return reading.kind === 'reversible' ? reading.changes(event) : null
}

/** Checks whether a part belongs to the subject. A project has its flags, also those that have left it since. */
function concerns({ kind, name }: Subject, path: Path): boolean {
  if (kind === 'instance') return true
  if (kind === 'project') return contains(['project', name], path) || path[0] === 'flag'
  return contains([kind, name], path)
}

const labelled = ({ id, type, createdAt }: Event) => ({
  id,
  label: labelOfType(type),
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

type Changes = Pick<ReplayedChanges, 'then' | 'later'>

/** Some parts of a compared subject, and how many there are. */
export interface ComparedParts {
  parts: PastPart[]
  total: number
  changed: number
}

/** Parts to show: those that differ, or all, from an offset on. */
export interface PartSelection {
  changedOnly: boolean
  offset: number
  limit: number
}

/**
 * Compares the subject at two times, part by part, by path. Only what changed is read, unless all parts are to be
 * shown; no more than a batch of it is kept, and other requests are answered on the way.
 */
export async function compare(
  queries: Queries,
  subject: Subject,
  changes: Changes,
  { changedOnly, offset, limit }: PartSelection,
): Promise<ComparedParts> {
  const { then } = changes
  const present = await ownersOf(queries, subject)
  const touched = new Set(then.owners().map(pathText))
  const owners = changedOnly ? then.owners() : [...present, ...then.owners()]
  const compared: ComparedParts = { parts: [], total: 0, changed: 0 }
  // what is not of the subject now begins with nothing: a flag that has left the project
  const isPresent = new Set(present.map(pathText))
  for await (const batch of readInBatches(queries, byPath(owners.map((path) => ({ path }))).map(pathOf))) {
    const turn = new Turn()
    for (const owner of batch.owners) {
      const text = pathText(owner)
      const now = isPresent.has(text) ? batch.parts.under(owner) : []
      const found = touched.has(text) ? differing(owner, now, changes) : unchanged(now)
      for (const part of changedOnly && isWide(subject) ? withoutPartsOfNew(found) : found) {
        if (part.isChanged) compared.changed += 1
        if (changedOnly && !part.isChanged) continue
        if (compared.total >= offset && compared.parts.length < limit) compared.parts.push(part)
        compared.total += 1
      }
      await turn.pause()
    }
  }
  return compared
}

/** Checks that a subject is there now, or that an event tells of it. */
export async function isKnown(
  queries: Queries,
  { kind, name }: Subject,
  { then }: Changes,
): Promise<boolean> {
  return then.owners().length > 0 || (await readCurrentParts(queries, [[kind, name]])).owners().length > 0
}

/** Checks whether a subject has many owners, so that its list is an overview. */
const isWide = ({ kind }: Subject) => kind === 'instance' || kind === 'project'

/** Leaves of something that was added or deleted only the whole: its parts say nothing more. */
function withoutPartsOfNew(parts: PastPart[]): PastPart[] {
  const [whole] = parts
  if (whole?.path.length !== OWNER_LENGTH) return parts
  return (whole.then === undefined) === (whole.now === undefined) ? parts : [whole]
}

const unchanged = (now: readonly Part[]): PastPart[] =>
  byPath(now).map(({ path, value }) => ({ path, then: value, now: value, isChanged: false }))

/** Compares the parts of one owner at the two times. */
function differing(owner: Path, now: readonly Part[], { then, later }: Changes): PastPart[] {
  const [was, is] = [new ConfigurationParts(now), new ConfigurationParts(now)]
  then.applyTo(was, owner)
  later.applyTo(is, owner)
  return byPath([...was.under(owner), ...is.under(owner)]).map(({ path }) => {
    const [before, after] = [was.get(path), is.get(path)]
    return {
      path,
      ...(before === undefined ? {} : { then: before }),
      ...(after === undefined ? {} : { now: after }),
      isChanged: !isIdentical(before, after),
    }
  })
}

/** Lists what belongs to the subject now. */
function ownersOf(queries: Queries, { kind, name }: Subject): Path[] | Promise<Path[]> {
  if (kind === 'instance') return readOwners(queries)
  return kind === 'project' ? readOwnersInProject(queries, name) : [[kind, name]]
}

const pathOf = ({ path }: { readonly path: Path }) => path

/** Sorts by path, each path once. */
function byPath<T extends { readonly path: Path }>(items: readonly T[]): T[] {
  const found = new Map(items.map((item) => [pathText(item.path), item]))
  return [...found].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, item]) => item)
}

/** Reads from when on events are kept, if retention has removed older ones that a time would need. */
export async function findRetentionStart(queries: Queries, at: string): Promise<string | null> {
  const oldest = await oldestEvent(queries)
  if (!oldest || oldest.id <= 1 || oldest.createdAt <= at) return null
  return oldest.createdAt
}
