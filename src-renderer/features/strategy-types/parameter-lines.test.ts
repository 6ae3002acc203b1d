import { expect, it } from 'vitest'

import { parameterLines, parseParameters } from './parameter-lines.ts'

it('reads lines, and writes what it reads', () => {
  const text = 'level number ! How high\nname\n\nids list Who it is for'
  const { parameters, problem } = parseParameters(text)
  expect(problem).toBeNull()
  expect(parameters).toEqual([
    { name: 'level', type: 'number', required: true, description: 'How high' },
    { name: 'name', type: 'string', required: false, description: '' },
    { name: 'ids', type: 'list', required: false, description: 'Who it is for' },
  ])
  expect(parseParameters(parameterLines(parameters)).parameters).toEqual(parameters)
})

it('says which type there is not', () => {
  expect(parseParameters('level heavy').problem).toBe('“heavy” is not a parameter type.')
})
