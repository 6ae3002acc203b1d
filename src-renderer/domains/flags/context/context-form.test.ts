import { expect, it } from 'vitest'

import { legalValuesProblem, readLegalValues, toBody, toForm } from './context-form.ts'

const field = {
  name: 'country',
  description: 'Where the user is',
  stickiness: true,
  sortOrder: 4,
  legalValues: [{ value: 'NO: north', description: 'Norway' }, { value: 'SE' }],
  createdAt: '2026-11-21T12:00:00.000Z',
  usedInFeatures: 0,
  usedInProjects: 0,
}

it('the form of a context field returns what it was given', () => {
  const { description, stickiness, sortOrder, legalValues } = field
  expect(toBody(toForm(field), field)).toEqual({ description, stickiness, sortOrder, legalValues })
})

it('legal values are read one per line, without blank rows', () => {
  const rows = readLegalValues(' NO :  \n\n : nothing\nSE: Sweden')
  expect(rows).toEqual([
    { value: 'NO', description: '' },
    { value: 'SE', description: 'Sweden' },
  ])
  const form = { ...toForm(undefined), legalValues: [...rows, { value: ' ', description: '' }] }
  expect(toBody(form).legalValues).toEqual([{ value: 'NO' }, { value: 'SE', description: 'Sweden' }])
})

it.each([
  [
    [
      ['NO', ''],
      ['SE', 'Sweden'],
      ['', ''],
    ],
    undefined,
  ],
  [
    [
      ['NO', ''],
      ['', 'Sweden'],
    ],
    'Row 2 has a description, but no value.',
  ],
  [
    [
      ['NO', ''],
      [' NO ', 'Norway'],
    ],
    '“NO” is listed twice.',
  ],
])('the rows %j have the errors: %s', (rows, problem) => {
  expect(legalValuesProblem(rows.map(([value = '', description = '']) => ({ value, description })))).toBe(
    problem,
  )
})
