import { describe, expect, it } from 'vitest'

import { readWhyOptions } from './why-options.ts'

const NOW = new Date('2026-11-28T12:00:00.000Z')
const read = (...args: string[]) => readWhyOptions(args, { HALYARD_TOKEN: 'secret' }, NOW)

describe('the options of halyard why', () => {
  it.each([
    [['checkout'], { flag: 'checkout', environment: 'development', context: {} }],
    [['checkout', '--context', 'userId=42 plan="big one"'], { context: { userId: '42', plan: 'big one' } }],
    [['checkout', '--context', 'a=1', '--context', 'b=2'], { context: { a: '1', b: '2' } }],
    [
      ['checkout', '--since', '7d', '--until', '1h'],
      { since: '2026-11-21T12:00:00.000Z', until: '2026-11-28T11:00:00.000Z' },
    ],
    [['--project', 'shop', '--environment', 'production'], { project: 'shop', environment: 'production' }],
  ])('read %j', (args, search) => {
    expect(read(...args).search).toMatchObject(search)
  })

  it.each([
    [[], 'Name one flag'],
    [['checkout', 'other'], 'Name one flag'],
    [['checkout', '--project', 'shop'], 'Name one flag'],
    [['checkout', '--since', 'soon'], '--since soon'],
    [['checkout', '--url', 'ftp://here'], '--url ftp://here'],
  ])('refuse %j', (args, reason) => {
    expect(() => read(...args)).toThrow(reason)
  })

  it('need a token', () => {
    expect(() => readWhyOptions(['checkout'], {})).toThrow('HALYARD_TOKEN')
  })
})
