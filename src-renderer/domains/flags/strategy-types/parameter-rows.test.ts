import { expect, it } from 'vitest'

import {
  emptyParameter,
  parametersProblem,
  readParameters,
  toParameterRows,
  toParameters,
} from './parameter-rows.ts'

const level = { name: 'level', type: 'number', required: true, description: 'How high' } as const
const ids = { name: 'ids', type: 'list', required: false, description: 'Users of the beta' } as const

it('parameters become rows, and rows the same parameters', () => {
  expect(toParameters(toParameterRows([level, ids]))).toEqual([level, ids])
  expect(toParameters([level, emptyParameter()])).toEqual([level])
})

it('a list of parameters can be pasted', () => {
  const name = { name: 'name', type: 'string', required: false, description: '' }
  const text = 'level number ! How high\nname\n\nids list Users of the beta'
  expect(readParameters(text)).toEqual({ rows: [level, name, ids] })
  expect(readParameters('level heavy').problem).toBe('“heavy” is not a type of parameter.')
})

it('rows show what they lack', () => {
  expect(parametersProblem([level, ids, emptyParameter()])).toBeUndefined()
  expect(parametersProblem([{ ...emptyParameter(), description: 'x' }])).toBe('Each parameter needs a name.')
  expect(parametersProblem([level, { ...ids, name: ' level ' }])).toBe(
    'Two parameters have the name “level”.',
  )
})
