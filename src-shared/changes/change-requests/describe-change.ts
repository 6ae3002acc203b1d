import type { Constraint } from '../../flags/schemas/constraint.ts'
import { RequestedChange, type ChangeOf } from '../schemas/requested-change.ts'
import { constraintInWords } from '../../flags/strategies/strategy-words.ts'
import {
  asStrategy,
  constraintDifferences,
  strategyDifferences,
  strategyInBrief,
  strategySentence,
  type StrategyLike,
} from './describe-strategy.ts'
import type { Describe, DescribedChange, ShownChange, ChangeContext } from './described-change.ts'
import { RELEASE_DESCRIPTIONS } from './describe-release.ts'
import { variantDifferences, type VariantLike } from './describe-variants.ts'

/** A change in words, with what there is before and after it. Pure. */
export function describeChange(shown: ShownChange, around: ChangeContext): DescribedChange {
  const snapshot = snapshotIn(shown.payload)
  const read = RequestedChange.safeParse({
    action: shown.action,
    feature: around.feature ?? null,
    payload: shown.payload ?? null,
  })
  if (!read.success) return { title: shown.action, details: [], after: shown.payload }
  const change = read.data
  const describe = DESCRIPTIONS[change.action] as Describe<RequestedChange>
  return describe(change, around, snapshot)
}

/**
 * Extracts the snapshot from a payload: the object of the change, as it was when the change was requested.
 */
export function snapshotIn(payload: unknown): unknown {
  return typeof payload === 'object' && payload !== null && 'snapshot' in payload
    ? payload.snapshot
    : undefined
}

const NOTHING = 'Nothing changes.'

const DESCRIPTIONS: { [A in RequestedChange['action']]: Describe<ChangeOf<A>> } = {
  updateEnabled: ({ feature, payload }, { environment, present, timeInWords = (at) => at }) => ({
    title: `Turn ${payload.enabled ? 'on' : 'off'} ${feature} in ${environment}`,
    details: [
      ...(payload.until === undefined
        ? []
        : [`It is turned ${payload.enabled ? 'off' : 'on'} again at ${timeInWords(payload.until)}.`]),
      ...(payload.enabled && payload.shouldActivateDisabledStrategies
        ? ['Its disabled strategies are enabled again.']
        : []),
      ...(present?.enabled === payload.enabled ? [`It is already ${payload.enabled ? 'on' : 'off'}.`] : []),
    ],
    ...(present ? { before: { enabled: present.enabled } } : {}),
    after: { enabled: payload.enabled },
  }),

  addStrategy: ({ payload }, { segmentNames }) => {
    const strategy = asStrategy(payload)
    return {
      title: `Add strategy ${strategyInBrief(strategy, segmentNames)}`,
      details: [strategySentence(strategy, segmentNames)],
      after: payload,
    }
  },

  updateStrategy: ({ payload: { id, ...body } }, { present, segmentNames }, snapshot) => {
    const before = (snapshot ?? present?.strategies.find((one) => one.id === id)) as StrategyLike | undefined
    const after = asStrategy(body, before)
    const differences = before ? strategyDifferences(before, after, segmentNames) : []
    return {
      title: `Change strategy ${strategyInBrief(before ?? after, segmentNames)}`,
      details: before ? orNothing(differences) : [strategySentence(after, segmentNames)],
      ...(before ? { before: comparable(before) } : {}),
      after: comparable(after),
    }
  },

  deleteStrategy: ({ payload: { id } }, { present, segmentNames }, snapshot) => {
    const before = (snapshot ?? present?.strategies.find((one) => one.id === id)) as StrategyLike | undefined
    return {
      title: `Remove strategy ${before ? strategyInBrief(before, segmentNames) : id}`,
      details: before ? [strategySentence(before, segmentNames)] : [],
      ...(before ? { before: comparable(before) } : {}),
    }
  },

  reorderStrategy: ({ feature, payload }, { environment, present, segmentNames }) => {
    const nameOf = (id: string) => {
      const strategy = present?.strategies.find((one) => one.id === id)
      return strategy ? strategyInBrief(strategy, segmentNames) : id
    }
    const order = [...payload].sort((a, b) => a.sortOrder - b.sortOrder).map(({ id }) => id)
    const now = present && [...present.strategies].sort((a, b) => a.sortOrder - b.sortOrder)
    return {
      title: `Reorder the strategies of ${feature} in ${environment}`,
      details: order.map((id, index) => `${index + 1}. ${nameOf(id)}`),
      ...(now ? { before: now.map(({ id }) => nameOf(id)) } : {}),
      after: order.map(nameOf),
    }
  },

  patchVariant: ({ feature, payload: { variants } }, { environment }, snapshot) => {
    const before = (snapshot as { variants: VariantLike[] } | undefined)?.variants
    return {
      title: variantsTitle(`${feature} in ${environment}`, before, variants),
      details: orNothing(variantDifferences(before ?? [], variants)),
      ...(before ? { before } : {}),
      after: variants,
    }
  },

  archiveFeature: ({ feature }) => ({
    title: `Archive ${feature}`,
    details: ['SDKs no longer get it, in any environment.'],
    before: { archived: false },
    after: { archived: true },
  }),

  addDependency: ({ feature, payload }) => {
    const { feature: parent, enabled = true, variants = [] } = payload
    const as = variants.length > 0 ? ` as ${variants.join(' or ')}` : ''
    return {
      title: `Make ${feature} depend on ${parent}`,
      details: [`${feature} is on only while ${parent} is ${enabled ? `on${as}` : 'off'}.`],
      after: { feature: parent, enabled, variants },
    }
  },

  deleteDependency: ({ feature }) => ({
    title: `Remove the parents of ${feature}`,
    details: ['It no longer depends on another flag.'],
  }),

  ...RELEASE_DESCRIPTIONS,

  updateSegment: ({ payload: { id: _id, ...body } }, _around, snapshot) => {
    const before = snapshot as SegmentLike | undefined
    const constraints = body.constraints.map((one) => ({ ...one, values: one.values ?? [] }))
    const after = { name: body.name, description: body.description ?? null, constraints }
    return {
      title: `Change segment ${before?.name ?? body.name}`,
      details: before ? orNothing(segmentDifferences(before, after)) : [whoIsIn(after)],
      ...(before
        ? {
            before: {
              name: before.name,
              description: before.description ?? null,
              constraints: before.constraints,
            },
          }
        : {}),
      after,
    }
  },

  deleteSegment: ({ payload: { id } }, { segment }, snapshot) => {
    const before = snapshot as SegmentLike | undefined
    return {
      title: `Delete segment ${before?.name ?? segment ?? id}`,
      details: before ? [whoIsIn(before)] : [],
      ...(before ? { before: { name: before.name, constraints: before.constraints } } : {}),
    }
  },
}

interface SegmentLike {
  name: string
  description?: string | null
  constraints: readonly Constraint[]
}

function variantsTitle(
  place: string,
  before: readonly VariantLike[] | undefined,
  after: readonly VariantLike[],
): string {
  if (after.length === 0) return `Remove the variants of ${place}`
  return `${before?.length === 0 ? 'Add' : 'Change the'} variants ${before?.length === 0 ? 'to' : 'of'} ${place}`
}

const orNothing = (lines: readonly string[]) => (lines.length === 0 ? [NOTHING] : lines)

const whoIsIn = ({ constraints }: Pick<SegmentLike, 'constraints'>) =>
  constraints.length === 0
    ? 'Everyone is in it.'
    : `In it: ${constraints.map(constraintInWords).join(' and ')}`

function segmentDifferences(before: SegmentLike, after: SegmentLike): string[] {
  return [
    ...(before.name === after.name ? [] : [`Name ${before.name} → ${after.name}`]),
    ...((before.description ?? '') === (after.description ?? '')
      ? []
      : [`Description ${before.description || 'none'} → ${after.description || 'none'}`]),
    ...constraintDifferences(before.constraints, after.constraints),
  ]
}

/** A strategy with its fields in one order, whichever way it was sent. */
function comparable({ name, title, disabled, parameters, constraints, segments, variants }: StrategyLike) {
  return { name, title, disabled, parameters, constraints, segments, variants }
}
