import type { MilestoneStrategy, ReleasePlanTemplate } from '../../flags/schemas/release-plan.ts'
import type { ChangeAction, ChangeOf } from '../schemas/requested-change.ts'
import { actionInWords, metricInWords, type SafeguardLike } from '../../flags/releases/safeguard-words.ts'
import { durationInWords } from '../../flags/releases/duration-words.ts'
import {
  asStrategy,
  strategyDifferences,
  strategyInBrief,
  strategySentence,
  type StrategyLike,
} from './describe-strategy.ts'
import type { Describe } from './described-change.ts'

type ReleaseAction = Extract<
  ChangeAction,
  | `${string}ReleasePlan`
  | `${string}Milestone`
  | `${string}MilestoneProgression`
  | `${string}Safeguard`
  | 'updateMilestoneStrategy'
>

interface ProgressionLike {
  name: string
  intervalMinutes: number | null
  next: string | null
}

/** Changes of release plans and safeguards in words. */
export const RELEASE_DESCRIPTIONS: { [A in ReleaseAction]: Describe<ChangeOf<A>> } = {
  addReleasePlan: ({ feature, payload }, { environment, segmentNames }, snapshot) => {
    const template = snapshot as ReleasePlanTemplate | undefined
    return {
      title: `Release ${feature} in ${environment} by the template ${quoted(template?.name ?? payload.templateId)}`,
      details: (template?.milestones ?? []).map(
        ({ name, strategies }, index) =>
          `${index + 1}. ${name}: ${strategies.map((one) => strategyInBrief(one, segmentNames)).join(', ')}`,
      ),
      after: template ? { milestones: template.milestones.map((one) => one.name) } : payload,
    }
  },

  deleteReleasePlan: ({ feature }, { environment }, snapshot) => ({
    title: `Remove the release plan${named(snapshot)} of ${feature} in ${environment}`,
    details: ['The strategies of its milestones are removed.'],
  }),

  startMilestone: ({ feature, payload }, { environment, segmentNames }, snapshot) => {
    const milestone = snapshot as { name: string; strategies: MilestoneStrategy[] } | undefined
    return {
      title: `Start the milestone ${quoted(milestone?.name ?? payload.milestoneId)} of ${feature} in ${environment}`,
      details: (milestone?.strategies ?? []).map((one) => strategySentence(one, segmentNames)),
      after: { milestone: milestone?.name ?? payload.milestoneId },
    }
  },

  updateMilestoneStrategy: ({ payload: { id, ...body } }, { segmentNames }, snapshot) => {
    const before = snapshot as (StrategyLike & { milestone: string }) | undefined
    const whole = asStrategy({ ...before, ...body, name: body.name ?? before?.name ?? '' })
    const differences = before
      ? strategyDifferences(before, whole, segmentNames)
      : [strategySentence(whole, segmentNames)]
    return {
      title: before
        ? `Change strategy ${strategyInBrief(before, segmentNames)} of the milestone ${quoted(before.milestone)}`
        : `Change strategy ${id} of a milestone`,
      details: differences.length === 0 ? ['Nothing changes.'] : differences,
      ...(before ? { before: contentOf(before) } : {}),
      after: contentOf(whole),
    }
  },

  changeMilestoneProgression: ({ payload }, _around, snapshot) => {
    const before = snapshot as ProgressionLike | undefined
    const time = durationInWords(payload.transitionCondition.intervalMinutes)
    return {
      title: `Let the milestone ${quoted(before?.name ?? payload.sourceMilestone)} last ${time}`,
      details: [
        ...(before?.next ? [`Then ${quoted(before.next)} starts automatically.`] : []),
        before && before.intervalMinutes !== null
          ? `It currently lasts ${durationInWords(before.intervalMinutes)}.`
          : 'Currently it lasts until another one is started manually.',
      ],
      ...(before ? { before: { intervalMinutes: before.intervalMinutes } } : {}),
      after: { intervalMinutes: payload.transitionCondition.intervalMinutes },
    }
  },

  deleteMilestoneProgression: ({ payload }, _around, snapshot) => {
    const before = snapshot as ProgressionLike | undefined
    return {
      title: `Let the milestone ${quoted(before?.name ?? payload.sourceMilestone)} last until another is started manually`,
      details:
        before && before.intervalMinutes !== null
          ? [`It currently lasts ${durationInWords(before.intervalMinutes)}.`]
          : [],
      ...(before ? { before: { intervalMinutes: before.intervalMinutes } } : {}),
      after: { intervalMinutes: null },
    }
  },

  resumeMilestoneProgression: ({ feature }, { environment }, snapshot) => ({
    title: `Resume the release plan${named(snapshot)} of ${feature} in ${environment}`,
    details: ['Milestones start automatically again.'],
  }),

  changeReleasePlanSafeguard: ({ payload: { safeguard } }, _around, snapshot) => ({
    title: `Pause the release plan${named(snapshot)} by a safeguard`,
    details: [`${metricInWords(safeguard)} ${actionInWords('plan')}`],
    after: safeguard,
  }),

  deleteReleasePlanSafeguard: (_change, _around, snapshot) => withoutSafeguard('release plan', snapshot),

  changeFeatureEnvSafeguard: ({ feature, payload: { safeguard } }, { environment }) => ({
    title: `Turn off ${feature} in ${environment} by a safeguard`,
    details: [`${metricInWords(safeguard)} ${actionInWords('flag')}`],
    after: safeguard,
  }),

  deleteFeatureEnvSafeguard: (_change, _around, snapshot) => withoutSafeguard('flag', snapshot),
}

function withoutSafeguard(of: 'release plan' | 'flag', snapshot: unknown) {
  const before = snapshot as SafeguardLike | undefined
  return {
    title: `Remove a safeguard of the ${of}`,
    details: before ? [metricInWords(before)] : [],
    ...(before ? { before } : {}),
  }
}

const quoted = (name: string) => `“${name}”`

const named = (snapshot: unknown) =>
  snapshot === undefined ? '' : ` ${quoted((snapshot as { name: string }).name)}`

/** Picks the fields of a strategy that a comparison shows, in a fixed order. */
const contentOf = ({ name, title, disabled, parameters, constraints, segments, variants }: StrategyLike) => ({
  name,
  title,
  disabled,
  parameters,
  constraints,
  segments,
  variants,
})
