import { ACTION_KINDS } from '#shared/signals/actions/action-kinds.ts'
import { constraintProblem } from '#shared/flags/constraints/validate-constraint.ts'
import type {
  ActionFilter,
  ActionFilters,
  ActionKey,
  ActionSet,
  CreateActions,
  FilterOperator,
} from '#shared/signals/schemas/action.ts'
import { emptyCondition, toCondition, toStored, type Condition } from '#pages/flags/strategies/condition.ts'
import type { SuggestedSet } from './suggested-set.ts'

/** Filter as edited. */
export interface FilterForm extends Condition<FilterOperator> {
  key: number
  path: string
}

export interface ActionForm {
  key: number
  action: ActionKey
  environment: string
  featureName: string
  tag: string
}

/** Action set as edited; '' means not chosen. */
export interface ActionSetForm {
  name: string
  description: string
  sourceId: string
  actorId: string
  filters: FilterForm[]
  actions: ActionForm[]
}

let keys = 0
/** Creates the key that identifies a list entry without a name of its own. */
const nextKey = () => ++keys

export const emptyFilter = (): FilterForm => ({
  key: nextKey(),
  path: '',
  ...emptyCondition<FilterOperator>('IN'),
})

export const emptyAction = (environment = ''): ActionForm => ({
  key: nextKey(),
  action: 'TOGGLE_FEATURE_OFF',
  environment,
  featureName: '',
  tag: '',
})

export const emptySet = (): ActionSetForm => ({
  name: '',
  description: '',
  sourceId: '',
  actorId: '',
  filters: [],
  actions: [emptyAction()],
})

/** Filters as edited. */
export const filterForms = (filters: ActionFilters): FilterForm[] =>
  Object.entries(filters).map(([path, filter]) => ({ key: nextKey(), path, ...toCondition(filter) }))

/** Fields that a suggestion fills in. The flag to turn off is chosen by the user. */
export const suggestedForm = ({ recipe, endpointId }: SuggestedSet) => ({
  name: `${recipe.label}: turn a flag off`,
  description: recipe.suggestion,
  sourceId: String(endpointId),
  filters: filterForms(recipe.filters),
})

export function toSetForm(set: ActionSet): ActionSetForm {
  return {
    name: set.name,
    description: set.description ?? '',
    sourceId: String(set.match.sourceId),
    actorId: String(set.actorId),
    filters: filterForms(set.match.payload),
    actions: set.actions.map(({ action, executionParams }) => ({
      key: nextKey(),
      action,
      environment: executionParams['environment'] ?? '',
      featureName: executionParams['featureName'] ?? '',
      tag: executionParams['tag'] ?? '',
    })),
  }
}

export const toFilter = (form: FilterForm): ActionFilter => toStored(form)

/** Validates a filter; null: it is valid. */
export function filterProblem(form: FilterForm): string | null {
  return constraintProblem({ contextName: form.path, ...toFilter(form) })
}

const isFinished = (form: FilterForm) => form.path.trim() !== '' && filterProblem(form) === null

/** Converts the finished filters; of two for one path the later one wins. */
export function toFilters(forms: readonly FilterForm[]): ActionFilters {
  return Object.fromEntries(forms.filter(isFinished).map((form) => [form.path.trim(), toFilter(form)]))
}

/** Lists the parameters that the user chooses for an action. */
export const chosenParameters = (action: ActionKey) =>
  ACTION_KINDS[action].parameters.filter((name) => name !== 'project')

export function toBody(projectId: string, form: ActionSetForm): CreateActions {
  return {
    name: form.name.trim(),
    description: form.description.trim() || null,
    match: {
      source: 'signal-endpoint',
      sourceId: Number(form.sourceId),
      payload: toFilters(form.filters),
    },
    actorId: Number(form.actorId),
    actions: form.actions.map((one, index) => ({
      action: one.action,
      sortOrder: index + 1,
      executionParams: {
        project: projectId,
        ...Object.fromEntries(chosenParameters(one.action).map((name) => [name, one[name].trim()])),
      },
    })),
  }
}

/** Finds what is wrong with filters; undefined: they can be sent. */
export function findFilterProblem(filters: readonly FilterForm[]): string | undefined {
  if (!filters.every(isFinished)) return 'Complete or remove the unfinished filter.'
  const paths = filters.map(({ path }) => path.trim())
  return new Set(paths).size < paths.length
    ? 'Use one filter per path. Combine filters for the same path.'
    : undefined
}

/** Finds the first missing or invalid entry of the form; undefined: the form can be sent. */
export function missingIn(form: ActionSetForm): string | undefined {
  if (form.name.trim() === '') return 'Enter a name.'
  if (form.sourceId === '') return 'Choose a signal endpoint.'
  const problem = findFilterProblem(form.filters)
  if (problem !== undefined) return problem
  if (form.actorId === '') return 'Choose a service account.'
  if (form.actions.length === 0) return 'Add an action.'
  const isChosen = (one: ActionForm) => chosenParameters(one.action).every((name) => one[name].trim() !== '')
  return form.actions.every(isChosen) ? undefined : 'Fill in every action.'
}
