import { describe, expect, it } from 'vitest'

import { readOverrideOptions } from './override-options.ts'

const NOW = new Date('2026-11-28T12:00:00.000Z')
const read = (...args: string[]) => readOverrideOptions(args, { HALYARD_TOKEN: 'secret' }, NOW)

describe('the options of halyard override', () => {
  it.each([
    [['checkout', 'on'], { audience: 'everybody', value: { enabled: true }, until: null }],
    [['checkout', 'off', '--for', 'user:7'], { audience: 'user:7', value: { enabled: false } }],
    [['checkout', 'variant:blue'], { value: { enabled: true, variant: { name: 'blue' } } }],
    [['checkout', 'remove'], { value: null, project: 'default', environment: 'development' }],
    [['checkout', 'on', '--for', 'token:shop'], { audience: 'token:shop' }],
    [
      ['checkout', 'on', '--header', 'ada', '--until', 'restart'],
      { audience: 'header:ada', until: 'restart' },
    ],
    [
      ['checkout', '--strategies', '[{"name":"default"}]'],
      { value: { enabled: true, strategies: [{ name: 'default' }] } },
    ],
    [['checkout', 'on', '--until', '30m'], { until: '2026-11-28T12:30:00.000Z' }],
    [['checkout', 'on', '--until', '2d'], { until: '2026-11-30T12:00:00.000Z' }],
    [['checkout', 'on', '--until', '2026-12-24T18:00:00+01:00'], { until: '2026-12-24T17:00:00.000Z' }],
  ])('read %j', (args, override) => {
    expect(read(...args).override).toMatchObject({ feature: 'checkout', ...override })
  })

  it('list all without a flag', () => {
    expect(read('--list', '--url', 'http://localhost:1/')).toEqual({
      url: 'http://localhost:1',
      token: 'secret',
      json: false,
    })
  })

  it.each([
    [['checkout'], 'Name a flag and a value'],
    [[], 'Name a flag and a value'],
    [['checkout', 'maybe'], 'maybe: say on, off'],
    [['checkout', 'on', 'more'], 'Name a flag and a value'],
    [['checkout', 'on', '--until', 'soon'], '--until soon'],
    [['checkout', 'on', '--until', '5y'], '--until 5y'],
    [['checkout', 'on', '--strategies', '[]'], 'Name a flag and a value'],
    [['checkout', '--strategies', '[{]'], 'is not JSON'],
    [['checkout', '--strategies', 'no-such-file.json'], '--strategies no-such-file.json: ENOENT'],
    [['checkout', 'on', '--for', 'user:7', '--header', 'ada'], '--for and --header'],
    [['--list', '--url', 'ftp://here'], '--url ftp://here'],
  ])('refuse %j', (args, reason) => {
    expect(() => read(...args)).toThrow(reason)
  })

  it('need a token', () => {
    expect(() => readOverrideOptions(['--list'], {})).toThrow('HALYARD_TOKEN')
  })
})
