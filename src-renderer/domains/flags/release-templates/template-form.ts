import type {
  CreateTemplate,
  MilestoneStrategy,
  ReleasePlanTemplate,
} from '#shared/flags/schemas/release-plan.ts'
import type { CreateStrategy, ListedStrategy } from '#shared/flags/schemas/strategy.ts'
import { asStrategy } from '#shared/changes/change-requests/describe-strategy.ts'
import { rewordContractText } from '#lib/contract-texts.ts'
import { percentage } from '#ui/figures.ts'

/** Placeholder for the flag's name in a template. */
export const FEATURE_NAME = '{{featureName}}'

/** Milestone as edited. `key` identifies milestones that have no ID yet. */
export interface MilestoneForm {
  key: number
  id?: string
  name: string
  strategies: StrategyDraft[]
}

/** Strategy of a milestone; a new strategy has no ID yet. */
export type StrategyDraft = ListedStrategy & { key: number }

export interface TemplateForm {
  name: string
  description: string
  milestones: MilestoneForm[]
}

let keys = 0

export const emptyMilestone = (place: number): MilestoneForm => ({
  key: ++keys,
  name: `Milestone ${place}`,
  strategies: [],
})

export const emptyTemplate = (): TemplateForm => ({
  name: '',
  description: '',
  milestones: [emptyMilestone(1)],
})

export const toTemplateForm = ({ name, description, milestones }: ReleasePlanTemplate): TemplateForm => ({
  name,
  description: description ?? '',
  milestones: milestones.map((milestone) => ({
    key: ++keys,
    id: milestone.id,
    name: milestone.name,
    strategies: milestone.strategies.map((one) => ({ key: ++keys, ...toListed(one) })),
  })),
})

/** Checks for the template that every instance has: the contract gives it a name that the window has other words for. */
export const isBuiltIn = ({ name }: Pick<ReleasePlanTemplate, 'name'>): boolean =>
  rewordContractText(name) !== name

/** Builds the body that creates a copy of the template under a unique name. */
export const duplicateOf = (template: ReleasePlanTemplate, names: readonly string[]): CreateTemplate =>
  toTemplateBody(copyOf(template, names))

/** Builds the form of a copy of the template under a unique name. */
export function copyOf(template: ReleasePlanTemplate, names: readonly string[]): TemplateForm {
  const form = toTemplateForm(template)
  const copy = `Copy of ${rewordContractText(template.name)}`
  let name = copy
  for (let n = 2; names.includes(name); n++) name = `${copy} ${n}`
  return {
    ...form,
    name,
    milestones: form.milestones.map(({ id: _id, ...milestone }) => ({
      ...milestone,
      strategies: milestone.strategies.map((one) => ({ ...one, id: '' })),
    })),
  }
}

/** Converts a strategy of a milestone for the strategy form. */
export const toListed = ({ strategyName: _name, ...strategy }: MilestoneStrategy): ListedStrategy => strategy

/** Converts the result of the strategy form to a draft: a new one, or a replacement of `former`. */
export const toDraft = (body: CreateStrategy, former?: StrategyDraft): StrategyDraft => ({
  key: former?.key ?? ++keys,
  id: former?.id ?? '',
  sortOrder: 0,
  milestoneId: null,
  ...asStrategy(body),
})

/** Builds the body to send; the order is the order on screen. */
export const toTemplateBody = ({ name, description, milestones }: TemplateForm): CreateTemplate => ({
  name: name.trim(),
  description: description.trim() || null,
  milestones: milestones.map((milestone, sortOrder) => ({
    ...(milestone.id === undefined ? {} : { id: milestone.id }),
    name: milestone.name.trim(),
    sortOrder,
    strategies: milestone.strategies.map(
      ({ key: _key, id, milestoneId: _milestone, ...strategy }, place) => ({
        ...strategy,
        ...(id === '' ? {} : { id }),
        sortOrder: place,
      }),
    ),
  })),
})

/** Finds the first problem that makes the template unusable; undefined: none. */
export function templateProblem({ name, milestones }: TemplateForm): string | undefined {
  if (name.trim() === '') return 'Give the template a name.'
  if (milestones.length === 0) return 'Add a milestone.'
  const unnamed = milestones.findIndex((one) => one.name.trim() === '')
  if (unnamed !== -1) return `Give milestone ${unnamed + 1} a name.`
  const empty = milestones.find((one) => one.strategies.length === 0)
  return empty && `Add a strategy to “${empty.name}”.`
}

/** Summarizes milestones: "25% → 50% → 100%" if each has a single rollout, else their names. */
export function milestonesInBrief(
  milestones: readonly { name: string; strategies: readonly Pick<ListedStrategy, 'name' | 'parameters'>[] }[],
): string {
  if (milestones.length === 0) return 'No milestones yet'
  const steps = milestones.map(({ name, strategies: [only, ...others] }) =>
    only?.name === 'flexibleRollout' && others.length === 0
      ? percentage(only.parameters['rollout'] ?? 100)
      : name,
  )
  return steps.join(' → ')
}
