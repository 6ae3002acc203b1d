import type { RequestedChange } from '../../changes/schemas/requested-change.ts'
import { pathText, type PartChange, type Path } from './part.ts'

/** A change of a request before its schema has checked it. */
interface Draft {
  action: RequestedChange['action']
  feature?: string
  payload?: unknown
}

/** Changes of a request that come last: a flag is turned on when it has its strategies. */
const LAST = ['reorderStrategy', 'updateEnabled']

/**
 * Makes the changes of a change request that do what an undo would do. Returns undefined if a part is of another
 * environment, or is nothing that can be requested.
 */
export function requestedUndo(
  changes: readonly PartChange[],
  environment: string,
): RequestedChange[] | undefined {
  const drafts: Draft[] = []
  const replaced = new Set(
    changes
      .filter((one) => one.before === undefined || one.after === undefined)
      .map(({ path }) => pathText(path)),
  )
  const places = new Map<string, { id: string; sortOrder: unknown }[]>()
  for (const change of changes) {
    const [kind, feature = '', part, , inPlace, id = '', place] = change.path
    if (kind === 'flag' && part === 'env' && inPlace === 'strategy' && place === 'place') {
      // a strategy that comes or goes has its place with it
      if (replaced.has(pathText(change.path.slice(0, 6)))) continue
      places.set(feature, [...(places.get(feature) ?? []), { id, sortOrder: change.after }])
      continue
    }
    const draft = kind === 'segment' ? ofSegment(change) : ofFlag(change, environment)
    if (!draft) return undefined
    drafts.push(draft)
  }
  for (const [feature, payload] of places) drafts.push({ action: 'reorderStrategy', feature, payload })
  const weight = ({ action }: Draft) => LAST.indexOf(action)
  return drafts.sort((a, b) => weight(a) - weight(b)) as RequestedChange[]
}

function ofFlag({ path, before, after }: PartChange, environment: string): Draft | undefined {
  const [kind, feature = '', part, place, inEnvironment] = path
  if (kind !== 'flag') return undefined
  if (part === 'archived' && after === true) return { action: 'archiveFeature', feature }
  if (part === 'parent' && after !== undefined)
    return { action: 'addDependency', feature, payload: { feature: place, ...(after as object) } }
  if (part !== 'env' || place !== environment) return undefined
  switch (inEnvironment) {
    case 'enabled':
      return { action: 'updateEnabled', feature, payload: { enabled: after } }
    case 'variants':
      return { action: 'patchVariant', feature, payload: { variants: after ?? [] } }
    case 'strategy':
      return ofStrategy(feature, path, before, after)
    default:
      return undefined
  }
}

function ofStrategy(feature: string, path: Path, before: unknown, after: unknown): Draft {
  const id = path[5]
  if (after === undefined) return { action: 'deleteStrategy', feature, payload: { id } }
  if (before === undefined) return { action: 'addStrategy', feature, payload: after }
  return { action: 'updateStrategy', feature, payload: { ...after, id } }
}

function ofSegment({ path, before, after }: PartChange): Draft | undefined {
  const id = Number(path[1])
  if (after === undefined) return { action: 'deleteSegment', payload: { id } }
  // a deleted segment comes back with its id, which no request can do
  return before === undefined ? undefined : { action: 'updateSegment', payload: { ...after, id } }
}
