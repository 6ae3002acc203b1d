import type { Path } from './part.ts'
import { final, NOTE, pick, reversible, type LoggedChange, type UndoRule } from './reading.ts'

type Data = Record<string, unknown>

/** Reads events that have a whole thing before and after. */
function whole(
  pathOf: (value: Data, event: LoggedChange) => Path,
  fields: readonly string[],
  normalise: (value: Data) => Data = (value) => value,
): UndoRule {
  return reversible((event) => {
    const { data, preData } = event
    const one = data ?? preData
    if (!one || (event.type.endsWith('-updated') && !preData)) return null
    const value = (side: Data | null) => (side === null ? undefined : normalise(pick(side, fields)))
    return [{ path: pathOf(one, event), before: value(preData), after: value(data) }]
  })
}

const id = (value: Data) => String(value['id'])
const name = (value: Data) => String(value['name'])

/** Fields of each kind of thing that is kept and restored as a whole. */
export const WHOLE_FIELDS = {
  segment: ['name', 'description', 'project', 'constraints', 'createdBy', 'createdAt'],
  contextField: ['description', 'stickiness', 'sortOrder', 'legalValues', 'project', 'createdAt'],
  tagType: ['description', 'icon', 'color'],
  strategyType: ['displayName', 'title', 'description', 'parameters'],
  environment: ['type', 'sortOrder', 'enabled', 'requiredApprovals'],
  project: [
    'name',
    'description',
    'mode',
    'defaultStickiness',
    'featureLimit',
    'featureNaming',
    'linkTemplates',
  ],
  role: ['name', 'description', 'type', 'permissions'],
  group: ['name', 'description', 'rootRole', 'mappingsSSO', 'users', 'createdAt', 'createdBy'],
  featureType: ['lifetimeDays'],
  expectation: [
    ...(['flag', 'contexts', 'users', 'expect', 'access', 'permission', 'allowed'] as const),
    ...(['project', 'environment', 'gate', 'createdBy', 'createdAt'] as const),
  ],
  policy: [
    ...(['description', 'rule', 'project', 'environment', 'environmentType'] as const),
    ...(['effect', 'enabled', 'createdBy', 'createdAt'] as const),
  ],
} as const

const segment = whole((value) => ['segment', id(value)], WHOLE_FIELDS.segment)
const contextField = whole((value) => ['context-field', name(value)], WHOLE_FIELDS.contextField)
const expectation = whole((value) => ['expectation', name(value)], WHOLE_FIELDS.expectation)
const policy = whole((value) => ['policy', name(value)], WHOLE_FIELDS.policy)
const tagType = whole((value) => ['tag-type', name(value)], WHOLE_FIELDS.tagType)
const strategyType = whole((value) => ['strategy-type', name(value)], WHOLE_FIELDS.strategyType)

/** A strategy type is created, and deleted, with its deprecation, which is a part only if there is one. */
const strategyTypeWhole = reversible((event) => {
  const own = strategyType.kind === 'reversible' ? strategyType.changes(event) : null
  const isDeprecated = (side: Data | null) => (side?.['deprecated'] === true ? true : undefined)
  const [before, after] = [isDeprecated(event.preData), isDeprecated(event.data)]
  const path: Path = ['strategy-type-deprecated', String((event.data ?? event.preData)?.['name'])]
  return own && (before === after ? own : [...own, { path, before, after }])
})

const tag = reversible(({ data, preData }) => {
  const one = data ?? preData
  if (!one) return null
  const path: Path = ['tag', String(one['type']), String(one['value'])]
  const own = { path, before: preData ? true : undefined, after: data ? true : undefined }
  if (data) return [own]
  const flags = preData?.['features']
  if (!Array.isArray(flags)) return null
  const ofFlag = (flag: string): Path => ['flag', flag, 'tag', ...path.slice(1)]
  return [own, ...(flags as string[]).map((flag) => ({ path: ofFlag(flag), before: true, after: undefined }))]
})

/** A type of tags is deleted with its tags: the event keeps them with their flags. */
const tagTypeDeleted = reversible((event) => {
  const own = tagType.kind === 'reversible' ? tagType.changes(event) : null
  const tags = event.preData?.['tags']
  if (!own || !Array.isArray(tags)) return null
  const type = String(event.preData?.['name'])
  const lost = (tags as { value: string; features: string[] }[]).flatMap(({ value, features }) => [
    ['tag', type, value],
    ...features.map((flag) => ['flag', flag, 'tag', type, value]),
  ])
  return [...own, ...lost.map((path) => ({ path, before: true, after: undefined }))]
})

const deprecated = (after: boolean) =>
  reversible(({ data }) => [
    {
      path: ['strategy-type-deprecated', String(data?.['name'])],
      before: after ? undefined : true,
      after: after ? true : undefined,
    },
  ])

/** Events of what flags are made of: segments, context fields, tags, kinds of strategies and of flags. */
export const VOCABULARY_READINGS = {
  'feature-type-updated': whole((value) => ['feature-type', id(value)], WHOLE_FIELDS.featureType),
  'strategy-created': strategyTypeWhole,
  'strategy-updated': strategyType,
  'strategy-deleted': strategyTypeWhole,
  'strategy-deprecated': deprecated(true),
  'strategy-reactivated': deprecated(false),
  'tag-type-created': tagType,
  'tag-type-updated': tagType,
  'tag-type-deleted': tagTypeDeleted,
  'tag-created': tag,
  'tag-deleted': tag,
  'context-field-created': contextField,
  'context-field-updated': contextField,
  'context-field-deleted': contextField,
  'expectation-created': expectation,
  'expectation-updated': expectation,
  'expectation-deleted': expectation,
  'expectation-warned': NOTE,
  'expectation-excepted': NOTE,
  'expectations-unchecked': NOTE,
  'policy-created': policy,
  'policy-updated': policy,
  'policy-deleted': policy,
  'policy-warned': NOTE,
  'policy-excepted': NOTE,
  'segment-created': segment,
  'segment-updated': segment,
  'segment-deleted': segment,
  'release-plan-template-created': final('Delete or archive the template instead.'),
  'release-plan-template-updated': final('Milestones get new ids when a template is saved. Edit it instead.'),
  'release-plan-template-deleted': final('Milestones of a deleted template had ids that cannot come back.'),
  'release-plan-template-archived': final('An archived template cannot be used again. Create a new one.'),
} as const

/** Makes the reading of things with these fields. */
export const readingOf = whole
