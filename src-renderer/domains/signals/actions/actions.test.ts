import { describe, expect, it } from 'vitest'

import { SIGNAL_RECIPES } from '#shared/signals/recipes/signal-recipes.ts'
import type { ActionSet } from '#shared/signals/schemas/action.ts'
import { CreateActions } from '#shared/signals/schemas/action.ts'
import {
  emptyAction,
  emptyFilter,
  emptySet,
  missingIn,
  suggestedForm,
  toBody,
  toFilters,
  toSetForm,
} from './action-form.ts'
import {
  doesInWords,
  missingPermissionsFor,
  lacksInWords,
  matchedInWords,
  problemOf,
  whenInWords,
} from './action-words.ts'
import { suggestSet, takeSuggestedSet } from './suggested-set.ts'

const made = { createdAt: '2026-11-21T12:00:00.000Z', createdByUserId: 1 }
const set: ActionSet = {
  id: 1,
  project: 'default',
  name: 'Stop',
  description: 'Why',
  enabled: true,
  match: {
    source: 'signal-endpoint',
    sourceId: 7,
    payload: {
      severity: { operator: 'IN', values: ['critical', 'fatal'], inverted: true },
      'a[0].n': { operator: 'NUM_GT', value: '3' },
      text: { operator: 'STR_CONTAINS', values: ['x'], caseInsensitive: true },
    },
  },
  actorId: 9,
  actions: [
    {
      id: 1,
      action: 'TOGGLE_FEATURE_OFF',
      sortOrder: 1,
      executionParams: { project: 'default', environment: 'production', featureName: 'checkout' },
      ...made,
    },
    {
      id: 2,
      action: 'TOGGLE_FEATURES_ON_BY_TAG',
      sortOrder: 2,
      executionParams: { project: 'default', environment: 'development', tag: 'simple:x' },
      ...made,
    },
  ],
  ...made,
}

describe('the form of an action set', () => {
  it('sends back what it was filled with', () => {
    const body = toBody('default', toSetForm(set))
    expect(body).toEqual({
      name: set.name,
      description: set.description,
      match: set.match,
      actorId: set.actorId,
      actions: set.actions.map(({ action, sortOrder, executionParams }) => ({
        action,
        sortOrder,
        executionParams,
      })),
    })
    expect(CreateActions.parse(body)).toEqual(body)
  })

  it.each(SIGNAL_RECIPES.map((recipe) => [recipe.label, recipe] as const))(
    'begins with what the recipe of %s suggests, except for the flag',
    (_label, recipe) => {
      const form = { ...emptySet(), ...suggestedForm({ recipe, endpointId: 7 }) }
      const { match, actions } = toBody('default', form)
      expect(match).toEqual({ source: 'signal-endpoint', sourceId: 7, payload: recipe.filters })
      expect(actions).toMatchObject([{ action: 'TOGGLE_FEATURE_OFF' }])
      expect(missingIn({ ...form, actorId: '9' })).toBe('Fill in every action.')
    },
  )

  it('is filled with a suggestion once', () => {
    const [recipe] = SIGNAL_RECIPES
    if (!recipe) throw new Error('there are no recipes')
    suggestSet({ recipe, endpointId: 7 })
    expect(takeSuggestedSet()).toEqual({ recipe, endpointId: 7 })
    expect(takeSuggestedSet()).toBeUndefined()
  })

  it('names one missing field after the other', () => {
    const form = emptySet()
    const said: (string | undefined)[] = [missingIn(form)]
    const then = (change: object) => said.push(missingIn(Object.assign(form, change)))
    then({ name: 'x' })
    then({ sourceId: '7', filters: [{ ...emptyFilter(), path: 'n', operator: 'NUM_GT', text: 'many' }] })
    then({ filters: [1, 2].map(() => ({ ...emptyFilter(), path: 'n', text: 'a' })) })
    then({ filters: [] })
    then({ actorId: '9' })
    then({ actions: [{ ...emptyAction('production'), featureName: 'checkout' }] })
    expect(said).toEqual([
      'Enter a name.',
      'Choose a signal endpoint.',
      'Complete or remove the unfinished filter.',
      'Use one filter per path. Combine filters for the same path.',
      'Choose a service account.',
      'Fill in every action.',
      undefined,
    ])
  })

  it('omits unfinished filters from a trial', () => {
    const finished = { ...emptyFilter(), path: ' severity ', text: 'a, b, c' }
    expect(toFilters([finished, { ...emptyFilter(), path: 'x' }, { ...emptyFilter(), text: 'y' }])).toEqual({
      severity: { operator: 'IN', values: ['a', 'b', 'c'] },
    })
  })
})

describe('the summary of an action set', () => {
  const actors = [
    {
      id: 9,
      name: 'Robot',
      lacks: ['production', 'development'].map((environment) => ({
        permission: 'UPDATE_FEATURE_ENVIRONMENT',
        displayName: 'Enable/disable flags',
        environment,
      })),
    },
  ]
  const endpoints = [{ id: 7, name: 'alerts', enabled: true }]

  it('names its conditions and its actions', () => {
    expect(whenInWords('alerts', set.match.payload)).toBe(
      'A signal of alerts in which severity is not "critical" or "fatal", and a[0].n is greater than "3", ' +
        'and text contains "x", ignoring case',
    )
    expect(whenInWords(undefined, {})).toBe('A signal')
    expect(doesInWords(set.actions)).toBe('Disable checkout in production, and then one more')
    expect(doesInWords(set.actions.slice(1))).toBe('Enable all flags tagged simple:x in development')
  })

  it('names the permissions its service account lacks', () => {
    expect(lacksInWords(missingPermissionsFor(actors, 9, set.actions.slice(0, 1)))).toBe(
      'lacks "Enable/disable flags" in production',
    )
    expect(missingPermissionsFor(actors, 10, set.actions)).toEqual([])
  })

  it('explains why it does nothing', () => {
    const off = [{ id: 7, name: 'alerts', enabled: false }]
    const problems = [
      problemOf(set, { endpoints, actors }),
      problemOf(set, { endpoints: off, actors }),
      problemOf(set, { endpoints: [], actors }),
      problemOf(set, { endpoints, actors: [] }),
    ]
    expect(problems).toEqual([
      undefined,
      'The endpoint alerts is off',
      'Its signal endpoint was deleted',
      'Its service account was deleted',
    ])
  })

  it('counts signals', () => {
    expect([
      matchedInWords(3, 20),
      matchedInWords(1, 20),
      matchedInWords(0, 1),
      matchedInWords(0, 0),
    ]).toEqual([
      '3 of the last 20 signals match',
      '1 of the last 20 signals matches',
      'The only signal does not match',
      'No signals received yet',
    ])
  })
})
