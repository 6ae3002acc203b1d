import { ownValue } from '../../own-value.ts'
import type { PartChange, Path } from './part.ts'
import { lossy, NOTE, pick, reversible, final, type LoggedChange } from './reading.ts'

type Data = Record<string, unknown>

/** Fields of a flag that are edited together. */
export const FLAG_SETTINGS = ['type', 'description', 'impressionData'] as const
/** Fields of a strategy, without its place among the others. */
export const STRATEGY_FIELDS = [
  'name',
  'title',
  'disabled',
  'constraints',
  'parameters',
  'variants',
  'segments',
] as const

/** The path of a flag, or of a part of it. */
export const flagPath = (name: string, ...rest: string[]): Path => ['flag', name, ...rest]

const ofFlag = ({ featureName }: LoggedChange, ...rest: string[]) => flagPath(featureName ?? '', ...rest)
const inEnvironment = (event: LoggedChange, ...rest: string[]) =>
  ofFlag(event, 'env', event.environment ?? '', ...rest)
const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** The parts of a flag that its short form tells of. */
export function flagParts(name: string, flag: Data): { path: Path; value: unknown }[] {
  return [
    { path: flagPath(name), value: pick(flag, ['createdAt', 'createdByUserId']) },
    { path: flagPath(name, 'project'), value: flag['project'] },
    { path: flagPath(name, 'settings'), value: pick(flag, FLAG_SETTINGS) },
    { path: flagPath(name, 'stale'), value: flag['stale'] === true },
    { path: flagPath(name, 'archived'), value: flag['archived'] === true },
  ]
}

const appeared = (parts: readonly { path: Path; value: unknown }[]): PartChange[] =>
  parts.map(({ path, value }) => ({ path, before: undefined, after: value }))

const switched = (part: string, after: boolean) =>
  reversible((event) => [{ path: ofFlag(event, part), before: !after, after }])

const enabled = (after: boolean) =>
  reversible((event) => [{ path: inEnvironment(event, 'enabled'), before: !after, after }])

const strategy = reversible((event) => {
  const { data, preData } = event
  const id = text(data?.['id'] ?? preData?.['id'])
  // updates without the former state were written by earlier versions
  if (id === '' || (event.type === 'feature-strategy-update' && !preData)) return null
  const path = inEnvironment(event, 'strategy', id)
  const fields = (value: Data | null) => (value === null ? undefined : pick(value, STRATEGY_FIELDS))
  const place = (value: Data | null) => value?.['sortOrder']
  const own = { path, before: fields(preData), after: fields(data) }
  if (place(preData) === place(data)) return [own]
  return [own, { path: [...path, 'place'], before: place(preData), after: place(data) }]
})

const tag = reversible((event) => {
  const one = event.data ?? event.preData ?? {}
  const path = ofFlag(event, 'tag', text(one['type']), text(one['value']))
  return [{ path, before: event.preData ? true : undefined, after: event.data ? true : undefined }]
})

const link = reversible((event) => {
  const { data, preData } = event
  const id = text(data?.['id'] ?? preData?.['id'])
  if (id === '') return null
  const content = (value: Data | null) => (value === null ? undefined : pick(value, ['url', 'title']))
  return [{ path: ofFlag(event, 'link', id), before: content(preData), after: content(data) }]
})

const dependency = (value: Data) => pick(value, ['enabled', 'variants'])

const dependencyAdded = reversible((event) => {
  const { data, preData } = event
  if (!data) return null
  const path = ofFlag(event, 'parent', text(data['feature']))
  return [{ path, before: preData ? dependency(preData) : undefined, after: dependency(data) }]
})

const dependencyRemoved = reversible((event) => {
  if (event.preData?.['enabled'] === undefined) return null
  const path = ofFlag(event, 'parent', text(event.preData['feature']))
  return [{ path, before: dependency(event.preData), after: undefined }]
})

/** The parents that an event kept because it removed them. */
function removedParents(event: LoggedChange): PartChange[] | null {
  const kept = event.preData?.['dependencies']
  if (!Array.isArray(kept)) return null
  return (kept as Data[]).map((one) => ({
    path: ofFlag(event, 'parent', text(one['feature'])),
    before: dependency(one),
    after: undefined,
  }))
}

const archived = reversible((event) => {
  const parents = removedParents(event)
  return parents && [{ path: ofFlag(event, 'archived'), before: false, after: true }, ...parents]
})

/** A flag is revived disabled everywhere. */
const revived = reversible((event) => {
  const enabledIn = event.preData?.['enabledIn']
  if (!Array.isArray(enabledIn)) return null
  const switches = (enabledIn as string[]).map((environment) => ({
    path: ofFlag(event, 'env', environment, 'enabled'),
    before: true,
    after: false,
  }))
  return [{ path: ofFlag(event, 'archived'), before: true, after: false }, ...switches]
})

const deleted = reversible((event) => {
  const { preData, featureName } = event
  const kept = preData?.['parts']
  if (!preData || !featureName || !Array.isArray(kept)) return null
  const parts = [
    ...flagParts(featureName, preData),
    ...(kept as { path: string[]; value: unknown }[]).map(({ path, value }) => ({
      path: flagPath(featureName, ...path),
      value,
    })),
  ]
  return parts.map(({ path, value }) => ({ path, before: value, after: undefined }))
})

const moved = reversible((event) => [
  {
    path: ofFlag(event, 'project'),
    before: event.data?.['oldProject'],
    after: event.data?.['newProject'],
  },
])

const settings = reversible((event) => {
  const { data, preData } = event
  if (!data || !preData) return null
  const path = ofFlag(event, 'settings')
  return [{ path, before: pick(preData, FLAG_SETTINGS), after: pick(data, FLAG_SETTINGS) }]
})

const variants = reversible((event) => {
  const { data, preData } = event
  if (!preData) return null
  return [
    {
      path: inEnvironment(event, 'variants'),
      before: preData['variants'],
      after: data?.['variants'],
    },
  ]
})

/** An order is the place of each strategy. */
const order = reversible((event) => {
  const after = event.data?.['sortOrders'] as Record<string, number> | undefined
  const before = event.preData?.['sortOrders'] as Record<string, number> | undefined
  if (!after || !before) return null
  return Object.entries(before)
    .filter(([id, place]) => ownValue(after, id) !== place)
    .map(([id, place]) => ({
      path: inEnvironment(event, 'strategy', id, 'place'),
      before: place,
      after: ownValue(after, id),
    }))
})

const ownMark = final('Favorites belong to a person. Use the star to change yours.')
const byRelease = (what: string) =>
  final(`${what} of a release plan goes on from where the plan is. Change the plan instead.`)
const override = final(
  'An override lies over the configuration, and is no part of it. Set or remove it instead.',
)
const mirrored = lossy('The upstream has changed. Change it back there.')
const stage = final('The life cycle of a flag goes on by itself. Change its completed mark on the flag.')

/** Events of flags. */
export const FLAG_READINGS = {
  'feature-created': reversible((event) =>
    event.data && event.featureName ? appeared(flagParts(event.featureName, event.data)) : null,
  ),
  'feature-metadata-updated': settings,
  'feature-archived': archived,
  'feature-revived': revived,
  'feature-deleted': deleted,
  'feature-stale-on': switched('stale', true),
  'feature-stale-off': switched('stale', false),
  'feature-tagged': tag,
  'feature-untagged': tag,
  'feature-project-change': moved,
  'feature-potentially-stale-on': NOTE,
  'feature-completed': stage,
  'feature-uncompleted': stage,
  'feature-favorited': ownMark,
  'feature-unfavorited': ownMark,
  'project-favorited': ownMark,
  'project-unfavorited': ownMark,
  'feature-link-added': link,
  'feature-link-updated': link,
  'feature-link-removed': link,
  'feature-dependency-added': dependencyAdded,
  'feature-dependency-removed': dependencyRemoved,
  'feature-dependencies-removed': reversible(removedParents),
  'feature-environment-variants-updated': variants,
  'features-exported': NOTE,
  'features-imported': NOTE,
  'feature-environment-enabled': enabled(true),
  'feature-environment-disabled': enabled(false),
  'feature-strategy-add': strategy,
  'feature-strategy-update': strategy,
  'feature-strategy-remove': strategy,
  'strategy-order-changed': order,
  'feature-override-set': override,
  'feature-override-removed': override,
  'mirror-synchronised': mirrored,
  'mirrored-flag-changed': mirrored,
  'mirrored-flag-removed': mirrored,
  'release-plan-added': byRelease('The start'),
  'release-plan-removed': lossy(
    'A release plan keeps what has been done of it. Add a plan from its template again.',
  ),
  'release-plan-milestone-started': byRelease('A milestone'),
  'release-plan-progressions-paused': byRelease('A pause'),
  'release-plan-progressions-resumed': byRelease('The progress'),
  'milestone-progression-created': byRelease('The progress'),
  'milestone-progression-changed': byRelease('The progress'),
  'milestone-progression-deleted': byRelease('The progress'),
  'milestone-strategy-updated': byRelease('A strategy'),
  'safeguard-changed': byRelease('A safeguard'),
  'safeguard-deleted': byRelease('A safeguard'),
  'safeguard-triggered': NOTE,
} as const
