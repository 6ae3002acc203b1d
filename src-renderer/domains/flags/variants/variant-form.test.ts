import { describe, expect, it } from 'vitest'

import { newVariant, sharesOf, toVariantForm, toVariants, variantFormProblem } from './variant-form.ts'

const blue = { ...newVariant(0), name: 'blue' }
const red = { ...newVariant(1), name: 'red', isFixed: true, percent: 20 }
const green = { ...newVariant(2), name: 'green' }

describe('the form of variants', () => {
  it('shows the weights the service will calculate', () => {
    expect(sharesOf([blue, red, green])).toEqual([
      { name: 'blue', percent: 40 },
      { name: 'red', percent: 20 },
      { name: 'green', percent: 40 },
    ])
    expect(sharesOf([blue, blue])).toEqual([])
  })

  it('sends weights in per mille, with one stickiness', () => {
    const payload = { ...green, payloadType: 'json' as const, payload: '{"a":1}' }
    const sent = toVariants([red, payload], 'userId')
    expect(sent).toEqual([
      { name: 'red', weight: 200, weightType: 'fix', stickiness: 'userId' },
      {
        name: 'green',
        weight: 800,
        weightType: 'variable',
        stickiness: 'userId',
        payload: { type: 'json', value: '{"a":1}' },
      },
    ])
    expect(sent.map(toVariantForm)).toEqual([red, { ...payload, percent: 80 }])
  })

  it.each([
    [[blue], null],
    [[], null],
    [[{ ...blue, name: 'a b' }], 'Every variant needs a name'],
    [[blue, blue], 'duplicate'],
    [[red], 'at least one "variable" variant'],
    [[blue, { ...red, percent: 120 }], '100%'],
    [[{ ...blue, payloadType: 'json' as const, payload: '{' }], 'valid json'],
  ])('%j: %s', (forms, problem) => {
    if (problem === null) expect(variantFormProblem(forms)).toBeNull()
    else expect(variantFormProblem(forms)).toContain(problem)
  })
})
