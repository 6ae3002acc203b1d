import { fc, it as property } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'

import { jsonFault } from './json-fault.ts'

function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('an error in JSON', () => {
  it.each([
    ['{\n  "a": 1,\n  b: 2\n}', 3, 'a name in double quotes'],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 'a comma or }'],
    ['[1,\n2', 2, 'the text ends'],
    ['{"a": tru}', 1, 'a value is expected, but there is t'],
    ['', 1, 'a value is expected, but the text ends'],
    ['1 2', 1, 'the end is expected'],
  ])('in %j is in line %i: %s', (text, line, words) => {
    const fault = jsonFault(text)
    expect(fault?.line).toBe(line)
    expect(fault?.message).toContain(words)
  })

  property.prop([fc.json(), fc.nat(), fc.constantFrom('', ',', '"', '}', '[', 'x', '\n', '\\')])(
    'is found in whatever JSON.parse refuses, and in nothing else',
    (text, place, inserted) => {
      const at = place % (text.length + 1)
      const changed = text.slice(0, at) + inserted + text.slice(at + (place % 2))
      expect(jsonFault(text)).toBeUndefined()
      expect(jsonFault(changed) === undefined).toBe(parses(changed))
    },
  )
})
