import { expect, it } from 'vitest'

import {
  areCustomParametersComplete,
  customParameterProblem,
  toCustomParameters,
  type CustomParameter,
} from './custom-parameters.ts'

const parameter = (name: string, type: string, required = false): CustomParameter => ({
  name,
  type,
  required,
  description: '',
})

it('the parameters sent are the entered ones, and the required ones that are shown', () => {
  const declared = [
    parameter('tenants', 'list', true),
    parameter('level', 'number'),
    parameter('share', 'percentage', true),
    parameter('strict', 'boolean', true),
    parameter('loud', 'boolean'),
    parameter('note', 'string'),
  ]
  expect(toCustomParameters(declared, { tenants: ' a, b\n\nc ,', level: ' 7 ', note: ' ' })).toEqual({
    tenants: 'a,b,c',
    level: '7',
    share: '0',
    strict: 'false',
  })
  expect(toCustomParameters(declared, { share: '30', loud: 'true', gone: 'x' })).toEqual({
    share: '30',
    strict: 'false',
    loud: 'true',
  })
})

it('the parameters are complete when none is invalid and no required one is blank', () => {
  const declared = [parameter('level', 'number', true), parameter('share', 'percentage', true)]
  expect(areCustomParametersComplete(declared, {})).toBe(false)
  expect(areCustomParametersComplete(declared, { level: 'high' })).toBe(false)
  expect(areCustomParametersComplete(declared, { level: '-1.5' })).toBe(true)
  expect(areCustomParametersComplete([], {})).toBe(true)
})

it('a parameter that is not a number is marked once something is typed', () => {
  const level = parameter('level', 'number')
  expect([customParameterProblem(level), customParameterProblem(level, '1e3')]).toEqual([
    undefined,
    undefined,
  ])
  expect(customParameterProblem(level, ' high ')).toBe('“high” is not a number.')
  expect(customParameterProblem(parameter('name', 'string'), 'high')).toBeUndefined()
})
