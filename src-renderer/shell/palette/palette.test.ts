import { waitFor } from '@testing-library/svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { readOnlyRefusal } from '#shared/desktop/safe-mode.ts'
import { runCommand } from '../commands.ts'
import { routes } from '../routes.ts'
import { commandEntries, foundEntry, pageEntries, profileEntries, type Entry } from './entries.ts'
import { namePart, initialSections, rank, withKeys } from './rank.ts'
import { PROFILE } from '#lib/answer-as-app.ts'
import { keys, queryClient } from '#lib/queries.ts'
import { rights } from '#lib/rights.svelte.ts'
import { rememberOpened } from '#lib/recent.ts'
import { noteRecent, readRecent, recentEntries, withRecentFirst } from './recent.ts'

const projectName = (id: string) => (id === 'shop' ? 'The shop' : id)
const entries = () => [...pageEntries('/projects/shop/features/checkout', projectName), ...commandEntries()]
const labels = (text: string, all: readonly Entry[] = entries()) =>
  rank(all, text).flatMap((section) => section.entries.map(({ label }) => label))
const flag = (name: string) =>
  foundEntry({ kind: 'flag', id: name, name, project: 'shop', note: null }, projectName)

describe('the palette', () => {
  it.each([
    ['profile', 'Profile'],
    ['simulator', 'Simulator'],
    ['settings', 'Settings'],
    ['new flag', 'New flag'],
    ['nw flg', 'New flag'],
    ['create user', 'New user'],
    ['dark', 'Theme: dark'],
    ['sidebar', 'Toggle sidebar'],
    ['audit', 'Event log'],
    ['invite', 'Invite links'],
    ['maintenance', 'Maintenance'],
    ['smtp', 'E-mail'],
    ['copy link', 'Copy link to this page'],
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
    const user = foundEntry({ kind: 'user', id: '7', name: 'Ann', project: null, note: null }, projectName)
    expect(labels('example.com', [user])).toEqual(['Ann'])
  })

  it('names the built-in release template as its page does', () => {
    const template = { kind: 'release-template', id: 't', name: 'Unleash Release Template' } as const
    expect(foundEntry({ ...template, project: null, note: null }, projectName).label).toBe(
      'Progressive rollout',
    )
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

describe('recent items', () => {
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

  it('hold flags that were opened without the palette, and come first in what is found', () => {
    noteRecent(flag('new-search'))
    rememberOpened('/projects/shop/features/checkout')
    rememberOpened('/projects/shop/features/new-search')
    const recent = recentEntries(projectName)
    expect(recent.map(({ label, note, path }) => [label, note, path])).toEqual([
      ['new-search', 'The shop', '/projects/shop/features/new-search'],
      ['checkout', 'The shop', '/projects/shop/features/checkout'],
    ])
    const found = [flag('checkout'), flag('checkout-2')]
    const [first, second] = rank(withRecentFirst(recent, found), 'checkout')
    expect([first?.group, first?.entries.map(({ label }) => label)]).toEqual(['Recent', ['checkout']])
    expect([second?.group, second?.entries.map(({ label }) => label)]).toEqual(['Flags', ['checkout-2']])
  })

  it('ignore damaged entries', () => {
    localStorage.setItem('halyard.palette.recent', '[{"label":1}]')
    expect(readRecent()).toEqual([])
    localStorage.setItem('halyard.palette.recent', 'no JSON')
    expect(readRecent()).toEqual([])
  })
})

describe('pages in the palette at an Unleash-compatible service', () => {
  const refused = () => entries().flatMap(({ label, refusal }) => (refusal ? [label] : []))
  afterEach(() => (rights.elsewhere = undefined))

  it('have the reason why they are not there', () => {
    expect(refused()).toEqual([])
    rights.elsewhere = { version: null, edition: null, takesFlagVariants: true }
    expect(refused()).toEqual(
      expect.arrayContaining([
        ...['Signals', 'Doctor', 'Agents', 'Database', 'Scenario', 'Remotes', 'Actions', 'Limits'],
        ...['Connect an agent', 'Make a support bundle'],
      ]),
    )
    expect(refused()).not.toContain('Flags')
    expect(refused()).not.toContain('New project')
  })
})

describe('commands in a window whose safe mode is on', () => {
  const readOnly = readOnlyRefusal('Live')
  afterEach(() => {
    rights.elsewhere = undefined
    rights.readOnly = undefined
  })

  it.each([undefined, { version: null, edition: null, takesFlagVariants: true }])(
    'have the reason, if they create something (at %j)',
    (elsewhere) => {
      rights.elsewhere = elsewhere
      rights.readOnly = readOnly
      const refused = commandEntries().filter(({ refusal }) => refusal === readOnly)
      const isOurs = (label: string) =>
        elsewhere !== undefined && ['New signal endpoint', 'New policy'].includes(label)
      expect(refused.map(({ label }) => label)).toEqual(
        commandEntries().flatMap(({ label }) => (label.startsWith('New ') && !isOurs(label) ? [label] : [])),
      )
    },
  )

  it('are not run from the menu of the desktop either', async () => {
    rights.readOnly = readOnly
    location.hash = '#/'
    runCommand('new-token-of-mine')
    expect(location.hash).toBe('#/')
    rights.readOnly = undefined
    runCommand('new-token-of-mine')
    await waitFor(() => expect(location.hash).toBe('#/profile'))
  })
})

describe('instances in the palette', () => {
  const profile = { ...PROFILE, kind: 'remote' } as const
  afterEach(() => vi.unstubAllGlobals())

  it('are offered besides the current one', () => {
    const entries = profileEntries([
      { ...profile, id: 'p-00000001', name: 'Staging', url: 'https://staging.example.com', isCurrent: false },
      { ...profile, id: 'p-00000002', name: 'Live', url: 'https://live.example.com', isCurrent: true },
    ])
    expect(entries.map(({ label, note }) => [label, note])).toEqual([
      ['Switch to Staging', 'https://staging.example.com'],
    ])
    expect(labels('staging', entries)).toEqual(['Switch to Staging'])
  })

  it.each(['manage instances', 'switch instances', 'profiles'])('are managed by "%s", in the app', (text) => {
    vi.stubGlobal('halyardDesktop', {})
    expect(labels(text, commandEntries())).toContain('Manage instances')
  })
})

describe('the folder of the data in the palette', () => {
  const at = (kind: string) => {
    queryClient.setQueryData(keys.profiles, [{ isCurrent: true, kind }])
    return commandEntries().find(({ label }) => label === 'Open data folder')?.refusal
  }
  afterEach(() => {
    vi.unstubAllGlobals()
    queryClient.clear()
  })

  it('is there only for data on this computer', () => {
    vi.stubGlobal('halyardDesktop', {})
    expect(at('local')).toBeUndefined()
    for (const kind of ['remote', 'original'])
      expect(at(kind)).toBe('The data of this instance are not on this computer.')
  })
})
