import type { ActionRules } from '#shared/signals/schemas/action-rules.ts'
import { MAX_PER_HOUR, MAX_RETRIES } from '#shared/signals/schemas/action-rules.ts'
import { filterForms, findFilterProblem, toFilters, type FilterForm } from './action-form.ts'

/** Rules of an action set as edited. */
export interface RulesForm {
  onFailure: ActionRules['onFailure']
  retries: string
  retryAfterSeconds: string
  coolDownMinutes: string
  /** Empty: no maximum. */
  maxPerHour: string
  /** None: the set has no reset. */
  reset: FilterForm[]
}

export const toRulesForm = (rules: ActionRules): RulesForm => ({
  onFailure: rules.onFailure,
  retries: String(rules.retries),
  retryAfterSeconds: String(rules.retryAfterSeconds),
  coolDownMinutes: String(rules.coolDownMinutes),
  maxPerHour: rules.maxPerHour === null ? '' : String(rules.maxPerHour),
  reset: filterForms(rules.reset ?? {}),
})

/** Rules of a new set. */
export const emptyRules = (): RulesForm =>
  toRulesForm({
    onFailure: 'stop',
    retries: 0,
    retryAfterSeconds: 60,
    coolDownMinutes: 0,
    maxPerHour: null,
    reset: null,
  })

export const toRules = (form: RulesForm): ActionRules => ({
  onFailure: form.onFailure,
  retries: Number(form.retries),
  retryAfterSeconds: Number(form.retryAfterSeconds),
  coolDownMinutes: Number(form.coolDownMinutes),
  maxPerHour: form.maxPerHour.trim() === '' ? null : Number(form.maxPerHour),
  reset: form.reset.length === 0 ? null : toFilters(form.reset),
})

const isWithin = (text: string, least: number, most: number) =>
  /^\d+$/.test(text.trim()) && Number(text) >= least && Number(text) <= most

/** Finds the first invalid entry of the rules; undefined: they can be sent. */
export function problemOfRules(form: RulesForm): string | undefined {
  if (!isWithin(form.retries, 0, MAX_RETRIES)) return `Enter 0 to ${MAX_RETRIES} retries.`
  if (!isWithin(form.retryAfterSeconds, 1, 3600)) return 'Wait 1 to 3600 seconds before the first retry.'
  if (!isWithin(form.coolDownMinutes, 0, 1440)) return 'Enter a cool-down of 0 to 1440 minutes.'
  if (form.maxPerHour.trim() !== '' && !isWithin(form.maxPerHour, 1, MAX_PER_HOUR))
    return `Enter 1 to ${MAX_PER_HOUR} executions an hour, or nothing.`
  return findFilterProblem(form.reset)
}

/** Describes the rules that differ from none, as parts of a sentence. */
export function rulesInWords(rules: ActionRules): string[] {
  const { onFailure, retries, retryAfterSeconds, coolDownMinutes, maxPerHour, reset } = rules
  return [
    ...(onFailure === 'continue' ? ['goes on after a failure'] : []),
    ...(retries > 0
      ? [`retries ${retries === 1 ? 'once' : `${retries} times`} after ${retryAfterSeconds} s`]
      : []),
    ...(coolDownMinutes > 0 ? [`cools down for ${coolDownMinutes} min`] : []),
    ...(maxPerHour !== null ? [`at most ${maxPerHour} an hour`] : []),
    ...(reset !== null ? ['puts back what it switched when it is over'] : []),
  ]
}
