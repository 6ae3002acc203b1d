import { fc, it as property } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'

import { completeValues, splitList } from './comma-list.ts'

describe('a list of values as text', () => {
  it.each([
    ['NO, SE\nDK,,  ', ['NO', 'SE', 'DK']],
    ['NO,NO', ['NO']],
    ['"Oslo, Norway", Bergen', ['Oslo, Norway', 'Bergen']],
    ['"say ""hi"", please"', ['say "hi", please']],
    ['5" disk, 3', ['5" disk', '3']],
    ['"never closed, a', ['"never closed, a']],
    ['', []],
  ])('%j has the values %j', (text, values) => {
    expect(splitList(text)).toEqual(values)
  })

  it('is complete up to the last comma', () => {
    expect(completeValues('NO, SE, D')).toEqual({ values: ['NO', 'SE'], rest: 'D' })
    expect(completeValues('NO,')).toEqual({ values: ['NO'], rest: '' })
    expect(completeValues('"Oslo, N')).toEqual({ values: [], rest: '"Oslo, N' })
  })

  property.prop([fc.array(fc.string().map((text) => text.trim()))])('keeps each quoted value', (values) => {
    const distinct = [...new Set(values)].filter((value) => value !== '')
    expect(splitList(distinct.map((value) => `"${value.replaceAll('"', '""')}"`).join(','))).toEqual(distinct)
  })
})
