import { describe, expect, it } from 'vitest'

import { parseQueryString } from './query-string.ts'

describe('a query string', () => {
  it.each([
    ['', {}],
    ['a=1&b=', { a: '1', b: '' }],
    ['a=1&a=2', { a: ['1', '2'] }],
    ['a[]=1', { a: ['1'] }],
    ['a[]=1&a[]=2', { a: ['1', '2'] }],
    ['p[country]=no&p[age]=7', { p: { country: 'no', age: '7' } }],
    ['p[country]=no&p[country]=se', { p: { country: 'se' } }],
    ['a=%C3%A4+b%20c', { a: 'ä b c' }],
    ['a=%', { a: '%' }],
    ['a[b][c]=1', { 'a[b][c]': '1' }],
    ['a=1&a[b]=2', { a: '1' }],
  ])('%s', (text, expected) => {
    expect(JSON.parse(JSON.stringify(parseQueryString(text)))).toEqual(expected)
  })

  it('cannot set properties that all objects inherit', () => {
    const query = parseQueryString('__proto__[polluted]=1&constructor[prototype]=2&a[__proto__]=3')
    expect({}).not.toHaveProperty('polluted')
    expect(Object.getPrototypeOf(query)).toBeNull()
    expect(Object.getPrototypeOf(query['a'])).not.toBe('3')
  })
})
