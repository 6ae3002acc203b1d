import { describe, expect, it } from 'vitest'

import type { InstanceSetting } from '#shared/instance/schemas/settings.ts'
import { changesIn, hintOf, isEditable, placeOf, plainText, valueOf } from './setting-words.ts'

const SETTING: InstanceSetting = {
  key: 'limits.segments',
  section: 'limits',
  title: 'Segments',
  help: 'See [scale](scale.md), `300`.',
  default: '300',
  source: 'none',
  isSecret: false,
  value: '300',
  stored: null,
  needsRestart: false,
  variables: ['UNLEASH_SEGMENTS_LIMIT'],
  flag: null,
  input: { kind: 'number', min: 0, max: 9 },
  page: null,
}

describe('a setting of the instance', () => {
  it('reads as plain text', () => {
    expect(plainText('`a`, see [editions](contract/editions.md#plans).')).toBe('a, see editions.')
    expect(hintOf(SETTING)).toBe('See scale, 300. Default: 300.')
    expect(hintOf({ ...SETTING, help: '', default: '1000000' })).toBe('Default: 1,000,000.')
    expect(hintOf({ ...SETTING, help: '', default: '4242' })).toBe('Default: 4242.')
    expect(hintOf({ ...SETTING, help: '' }, 12_000)).toBe('In use: 12,000. Default: 300.')
    expect(hintOf({ ...SETTING, needsRestart: true })).toMatch(/Until the restart: 300\.$/)
  })

  it('is entered unless something stronger than the file sets it', () => {
    expect(isEditable(SETTING)).toBe(true)
    expect(isEditable({ ...SETTING, source: 'file' })).toBe(true)
    expect(isEditable({ ...SETTING, source: 'environment' })).toBe(false)
    expect(isEditable({ ...SETTING, input: null })).toBe(false)
  })

  it('says where it is set, and never its secret', () => {
    expect(placeOf({ ...SETTING, source: 'environment' })).toBe(
      'Set by the environment: UNLEASH_SEGMENTS_LIMIT.',
    )
    expect(placeOf({ ...SETTING, flag: '--port' })).toMatch('--port, UNLEASH_SEGMENTS_LIMIT')
    expect(valueOf({ ...SETTING, isSecret: true, source: 'file' })).toBe('Set, and not shown')
    expect(valueOf({ ...SETTING, isSecret: true })).toBe('Not set')
  })

  it('is sent only if its text differs from the file, and removed if it is emptied', () => {
    const stored = { ...SETTING, key: 'port', stored: '5000' }
    expect(changesIn([SETTING, stored], {})).toEqual({})
    expect(changesIn([SETTING, stored], { 'limits.segments': ' 7 ', port: '' })).toEqual({
      'limits.segments': '7',
      port: null,
    })
    expect(changesIn([stored], { port: '5000' })).toEqual({})
  })
})
