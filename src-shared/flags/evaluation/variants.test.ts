import { describe, expect, it } from 'vitest'

import type { EvaluatedVariant, EvaluationContext } from './model.ts'
import { chooseVariant, randomVariantValue, traceChoice } from './variants.ts'

const red: EvaluatedVariant = { name: 'red', weight: 59 }
const blue: EvaluatedVariant = { name: 'blue', weight: 41 }
const forFinland = { ...blue, overrides: [{ contextName: 'country', values: ['fi'] }] }

function choose(variants: EvaluatedVariant[], context: EvaluationContext, stickiness?: string) {
  const sources = {
    feature: () => undefined,
    segment: () => undefined,
    now: new Date(0),
    random: () => 0.5,
  }
  return chooseVariant(
    variants,
    { groupId: 'groupX', source: 'feature', ...(stickiness ? { stickiness } : {}) },
    context,
    sources,
  )
}

describe('a choice of variants', () => {
  // in every SDK, 999 of groupX is at position 60 of 100
  it.each([
    [59, 41, 'blue'],
    [60, 40, 'red'],
  ])('ends the first range with its weight: %i and %i', (first, second, name) => {
    const variants = [
      { ...red, weight: first },
      { ...blue, weight: second },
    ]
    expect(choose(variants, { userId: '999' })).toEqual({
      variant: variants.find((one) => one.name === name),
      reason: 'feature',
      stickiness: 'default',
      stickyValue: '999',
      position: 60,
    })
  })

  it.each([
    ['the session without a user', { sessionId: '999' }, undefined],
    ['the address without both', { userId: '', remoteAddress: '999' }, undefined],
    ['the field that is named', { userId: '1', country: '999' }, 'country'],
    ['a property that is named', { userId: '1', properties: { country: 999 } }, 'country'],
  ])('is sticky on %s', (_what, context, stickiness) => {
    expect(choose([red, blue], context, stickiness)).toMatchObject({ stickyValue: '999', position: 60 })
  })

  it.each([
    ['nothing to be sticky on', {}, undefined],
    ['an empty field', { country: '' }, 'country'],
  ])('is left to chance with %s', (_what, context, stickiness) => {
    const byChance = choose([red, blue], context, stickiness)
    expect(byChance.stickyValue).toBeNull()
    expect(byChance.position).toBe(choose([red, blue], { userId: '50000' }).position)
  })

  it('takes an override before the weights, and says no position', () => {
    expect(choose([red, forFinland], { userId: '1', country: 'fi' })).toEqual({
      variant: forFinland,
      reason: 'override',
      stickiness: 'default',
      stickyValue: null,
      position: null,
    })
    expect(choose([red, forFinland], { userId: '1', country: 'se' }).reason).toBe('feature')
  })

  it.each([
    ['there are none', [], 'no-variants'],
    ['all weigh nothing', [{ name: 'red', weight: 0 }], 'no-weight'],
  ])('is none when %s', (_what, variants, reason) => {
    const none = { variant: null, reason, stickiness: 'default', stickyValue: null, position: null }
    expect(choose(variants, { userId: '999' })).toEqual(none)
  })

  it('is traced with the end of each range', () => {
    expect(traceChoice([red, blue], choose([red, blue], { userId: '999' }))).toEqual({
      reason: 'feature',
      stickiness: 'default',
      stickyValue: '999',
      position: 60,
      ranges: [
        { name: 'red', upTo: 59 },
        { name: 'blue', upTo: 100 },
      ],
    })
    expect(traceChoice([], choose([], {}))).toEqual({
      reason: 'no-variants',
      stickiness: null,
      stickyValue: null,
      position: null,
      ranges: [],
    })
  })

  it.each([
    [0, '0'],
    [0.5, '50000'],
    [0.999999, '100000'],
  ])('turns the random number %d into %s, as the SDKs', (random, text) => {
    expect(randomVariantValue(random)).toBe(text)
  })
})
