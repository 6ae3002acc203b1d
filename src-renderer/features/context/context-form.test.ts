import { expect, it } from 'vitest'

import { toBody, toForm } from './context-form.ts'

const field = {
  name: 'country',
  description: 'Where the user is',
  stickiness: true,
  sortOrder: 4,
  legalValues: [{ value: 'NO', description: 'Norway' }, { value: 'SE' }],
  createdAt: '2026-11-21T12:00:00.000Z',
  usedInFeatures: 0,
  usedInProjects: 0,
}

it('the form of a field gives back what it was given', () => {
  const { description, stickiness, sortOrder, legalValues } = field
  expect(toForm(field).legalValues).toBe('NO: Norway\nSE')
  expect(toBody(toForm(field), field)).toEqual({ description, stickiness, sortOrder, legalValues })
})

it('blank lines are no values', () => {
  expect(toBody({ ...toForm(undefined), legalValues: ' NO :  \n\n : nothing\nSE' }).legalValues).toEqual([
    { value: 'NO' },
    { value: 'SE' },
  ])
})
