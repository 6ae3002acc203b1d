import { describe, expect, it } from 'vitest'

import { readNamedValue, valueChoices } from './named-value.ts'

describe('the filter of signals by a value', () => {
  it('reads a path and a value, which may have equals signs and be empty', () => {
    expect(readNamedValue('labels.service=a=b')).toEqual({ path: 'labels.service', value: 'a=b' })
    expect(readNamedValue('note=')).toEqual({ path: 'note', value: '' })
  })

  it('takes no notice of what an old or long address has', () => {
    for (const text of ['', 'severity', '=critical', `a=${'x'.repeat(201)}`, `${'x'.repeat(201)}=a`])
      expect(readNamedValue(text)).toBeUndefined()
  })

  it('offers the values of the payloads that are shown, the most frequent first', () => {
    const choices = valueChoices([{ severity: 'low', n: 1 }, { severity: 'low', n: 2 }, 'text', null])
    expect(choices).toEqual([
      { value: 'severity=low', label: 'severity = low' },
      { value: '$=text', label: '$ = text' },
      { value: 'n=1', label: 'n = 1' },
      { value: 'n=2', label: 'n = 2' },
    ])
    const many = Array.from({ length: 300 }, (_, n) => ({ [`path ${n}`]: 'x'.repeat(n) }))
    expect(valueChoices(many)).toHaveLength(200)
    expect(valueChoices([{ 'a=b': 1 }])).toEqual([])
  })
})
