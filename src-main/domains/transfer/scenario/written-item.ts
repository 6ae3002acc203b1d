import { nameOfExpectation } from '#shared/insight/expectations/expectation-words.ts'
import type { ExpectationInput } from '#shared/insight/schemas/expectation.ts'
import type { PolicyInput } from '#shared/changes/schemas/policy.ts'
import { KNOWN_PLACE, NO_ORDER, type DeliveryIdPlace, type OrderPlace } from '#shared/signals/rules/index.ts'
import { ActionRules } from '#shared/signals/schemas/action-rules.ts'
import { isEqual } from '#shared/configuration/equality.ts'
import { ownValue } from '#shared/own-value.ts'
import { maskParameters } from '#shared/integrations/addons/index.ts'
import type { ScenarioIntegration, ScenarioList } from '#shared/transfer/schemas/scenario.ts'
import { briefDefaults, type DefaultStrategies } from './brief-strategy.ts'
import { briefMilestones, type Milestones } from './release-templates.ts'

/** Properties that say nothing if they are empty. */
const OFTEN_EMPTY: Partial<Record<ScenarioList, readonly string[]>> = {
  users: ['email', 'name'],
  contextFields: ['project'],
  strategyTypes: ['title', 'description'],
  segments: ['project'],
  releaseTemplates: ['project'],
}

/** An item as a file has it: without values of tokens and integrations unless asked for, and without properties that say nothing. */
export function writtenItem<Item>(
  list: ScenarioList,
  item: Item,
  { secrets }: { secrets: boolean } = { secrets: false },
): Item {
  if (list === 'integrations' && !secrets) return masked(item as ScenarioIntegration) as Item
  if (list === 'expect') return withoutMadeName(item as ExpectationInput) as Item
  if (list === 'policies') return withoutEnabled(item as PolicyInput) as Item
  const empty = OFTEN_EMPTY[list] ?? []
  const isWritten = ([name, value]: [string, unknown]) =>
    list === 'apiTokens'
      ? secrets || name !== 'secret'
      : !empty.includes(name) || (value !== null && value !== '')
  const briefly = ([name, value]: [string, unknown]) => [name, briefValue(`${list}.${name}`, value)] as const
  return Object.fromEntries(
    Object.entries(item as object)
      .filter(isWritten)
      .map(briefly)
      .filter(([, value]) => value !== undefined),
  ) as Item
}

const masked = (item: ScenarioIntegration): ScenarioIntegration => ({
  ...item,
  parameters: maskParameters(item.provider, item.parameters ?? {}),
})

/** Leaves out a name that is made anew of what the expectation is about. */
function withoutMadeName(item: ExpectationInput): ExpectationInput {
  const { name, ...content } = item
  return name === nameOfExpectation(content) ? content : item
}

/** A policy is in force unless a file says otherwise. */
const withoutEnabled = ({ name, enabled, ...content }: PolicyInput): PolicyInput => ({
  name,
  ...content,
  ...(enabled === false ? { enabled } : {}),
})

const RULES_BY_DEFAULT: object = ActionRules.parse({})

/** Leaves out what has its default. Undefined: all of it has. */
function briefRules(rules: object): object | undefined {
  const own = Object.entries(rules).filter(
    ([name, value]) => !isEqual(value, ownValue(RULES_BY_DEFAULT, name)),
  )
  return own.length === 0 ? undefined : Object.fromEntries(own)
}

/** Leaves out the place that an endpoint has from the start, and a name that is none. */
function briefPlace<Place extends DeliveryIdPlace | OrderPlace>(
  place: Place,
  usual: Place,
): object | undefined {
  if (isEqual(place, usual)) return undefined
  return place.name === null ? { in: place.in } : place
}

function briefValue(path: string, value: unknown): unknown {
  if (path === 'actionSets.rules') return briefRules(value as ActionRules)
  if (path === 'signalEndpoints.deliveryId') return briefPlace(value as DeliveryIdPlace, KNOWN_PLACE)
  if (path === 'signalEndpoints.order') return briefPlace(value as OrderPlace, NO_ORDER)
  if (path === 'projects.defaultStrategies') return briefDefaults(value as DefaultStrategies)
  return path === 'releaseTemplates.milestones' ? briefMilestones(value as Milestones) : value
}
