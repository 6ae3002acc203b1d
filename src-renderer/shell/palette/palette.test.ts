import { beforeEach, describe, expect, it } from 'vitest'

import { routes } from '../routes.ts'
import { commandEntries, foundEntry, pageEntries, type Entry } from './entries.ts'
import { namePart, initialSections, rank, withKeys } from './rank.ts'
import { noteRecent, readRecent } from './recent.ts'

const entries = () => [...pageEntries('/projects/shop/features/checkout'), ...commandEntries()]
const labels = (text: string, all: readonly Entry[] = entries()) =>
  rank(all, text).flatMap((section) => section.entries.map(({ label }) => label))
const flag = (name: string) => foundEntry({ kind: 'flag', id: name, name, project: 'shop', note: null })

describe('ux 15: the palette', () => {
  it.each([
    ['profile', 'Profile'],
    ['simulator', 'Access simulator'],
    ['settings', 'Settings'],
    ['new flag', 'New flag'],
    ['nw flg', 'New flag'],
    ['create user', 'New user'],
    ['dark', 'Theme: dark'],
    ['sidebar', 'Toggle sidebar'],
    ['audit', 'Event log'],
    ['invite', 'Invite links'],
    ['maintenance', 'Maintenance mode'],
    ['shortcuts', 'Keyboard shortcuts'],
  ])('finds for "%s": %s', (text, label) => {
    expect(labels(text).slice(0, 3)).toContain(label)
  })

  it('keeps the key of an entry when the list is rebuilt', () => {
    const keysOf = () => withKeys(entries()).map(({ key }) => key)
    expect(keysOf()).toEqual(keysOf())
    const twice = [flag('a'), flag('a')]
    expect(new Set(withKeys(twice).map(({ key }) => key)).size).toBe(2)
  })

  it('finds nothing for unknown text', () => {
    expect(rank(entries(), 'qqqxyz')).toEqual([])
  })

  it('links to pages that exist', () => {
    const patterns = Object.keys(routes).map((route) => route.split('/'))
    const exists = (path: string) => {
      const parts = path.split('/')
      return patterns.some(
        (pattern) =>
          pattern.length === parts.length &&
          pattern.every((part, at) => part.startsWith(':') || part === parts[at]),
      )
    }
    const paths = entries().flatMap(({ path }) => path ?? [])
    expect(paths.length).toBeGreaterThan(40)
    expect(paths.filter((path) => !exists(path))).toEqual([])
  })

  it('puts the best group first, and keeps the order of equal matches', () => {
    const flags = [flag('grace-period'), flag('grace-b'), flag('grace-a')]
    const [first] = rank([...entries(), ...flags], 'grace')
    expect(first?.group).toBe('Flags')
    expect(labels('grace', flags)).toEqual(labels('grace', flags))
    expect(labels('grace-b', flags)[0]).toBe('grace-b')
  })

  it('lists matches on other fields, such as an address, at the end', () => {
    const user = foundEntry({ kind: 'user', id: '7', name: 'Ann', project: null, note: null })
    expect(labels('example.com', [user])).toEqual(['Ann'])
  })

  it('ux 25: names the built-in release template as its page does', () => {
    const template = { kind: 'release-template', id: 't', name: 'Unleash Release Template' } as const
    expect(foundEntry({ ...template, project: null, note: null }).label).toBe('Progressive rollout')
  })

  it('searches names without the words of a command', () => {
    expect(namePart('turn checkout on in production')).toBe('checkout')
    expect(namePart('copy link to new-checkout')).toBe('new-checkout')
    expect(namePart('turn on')).toBe('turn on')
  })

  it('has a limited length', () => {
    const many = Array.from({ length: 200 }, (_, index) => flag(`flag-${index}`))
    expect(labels('flag', many)).toHaveLength(6)
  })
})

describe('ux 15: recent items', () => {
  beforeEach(() => localStorage.clear())

  it('are listed first, newest on top, once each and limited in number', () => {
    for (let index = 0; index < 9; index++) noteRecent(flag(`flag-${index}`))
    noteRecent(flag('flag-5'))
    const [first] = initialSections(readRecent(), entries())
    expect(first?.group).toBe('Recent')
    expect(first?.entries.map(({ label }) => label)).toEqual([
      'flag-5',
      'flag-8',
      'flag-7',
      'flag-6',
      'flag-4',
      'flag-3',
    ])
  })

  it('ignore damaged entries', () => {
    localStorage.setItem('halyard.palette.recent', '[{"label":1}]')
    expect(readRecent()).toEqual([])
    localStorage.setItem('halyard.palette.recent', 'no JSON')
    expect(readRecent()).toEqual([])
  })
})
