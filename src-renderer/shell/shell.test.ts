import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { isPage, pageOf, PAGES } from '#shared/desktop/pages.ts'
import { refusalOfPage } from '#lib/lack-of-page.ts'
import { rights } from '#lib/rights.svelte.ts'
import { isEntryOf, NAVIGATION, sectionOf, SECTIONS, SETTINGS } from './navigation.ts'
import { routes } from './routes.ts'
import { settingsPageAt, settingsPages } from './settings-pages.ts'
import { shortcutGroups } from './shortcut-groups.ts'
import { createJumpSequence, isTyping } from './shortcuts.ts'
import { enterSection, isOpen, isSidebarNarrow, toggleSection, toggleSidebar } from './sidebar.svelte.ts'

describe('keyboard navigation', () => {
  const jumper = () => {
    let now = 0
    const jump = createJumpSequence(() => now)
    return { jump, wait: (ms: number) => void (now += ms) }
  }

  it('uses two keys: g or the letter of a section, and another', () => {
    const { jump, wait } = jumper()
    expect([jump('p'), jump('g'), jump('p'), jump('p')]).toEqual([undefined, undefined, 'g p', undefined])
    expect([jump('s'), jump('d'), jump('x'), jump('d')]).toEqual([undefined, 's d', undefined, undefined])
    // the second key of a jump begins none
    expect([jump('g'), jump('s'), jump('d')]).toEqual([undefined, 'g s', undefined])
    jump('g')
    wait(1300)
    expect(jump('p')).toBeUndefined()
  })

  it('ignores keys typed into a field', () => {
    expect(isTyping(document.createElement('input'))).toBe(true)
    expect(isTyping(document.createElement('textarea'))).toBe(true)
    expect(isTyping(document.createElement('button'))).toBe(false)
    expect(isTyping(null)).toBe(false)
  })

  const pages = [...NAVIGATION, ...settingsPages().filter(({ path }) => path !== SETTINGS.path)]

  it('leads each pair of keys to one page', () => {
    const keys = [...pages.map((page) => page.keys), 's t']
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
    const { jump } = jumper()
    for (const pair of keys) expect(pair.split(' ').map(jump)).toEqual([undefined, pair])
  })

  it('keeps the keys that pages always had', () => {
    const keyOf = Object.fromEntries(pages.map(({ path, keys }) => [path, keys]))
    expect(keyOf).toMatchObject({
      '/': 'g h',
      '/features': 'g f',
      '/segments': 'g s',
      '/archive': 'g a',
      '/events': 'g e',
      '/admin/users': 'g u',
      '/versions': 'g j',
    })
  })

  it('is listed on the shortcut sheet for every page', () => {
    const listed = shortcutGroups().flatMap(({ shortcuts }) => shortcuts)
    for (const { keys, label, path } of pages) {
      expect(listed.filter((one) => one.keys === keys)).toEqual([{ keys, label }])
      expect(Object.keys(routes)).toContain(path.replace(/(?<=^.admin.instance.)\w+$/, ':tab'))
    }
  })

  it('has one line for each shortcut of a group', () => {
    for (const { shortcuts } of shortcutGroups())
      expect(new Set(shortcuts.map(({ keys }) => keys)).size).toBe(shortcuts.length)
  })
})

describe('the sections of the sidebar', () => {
  beforeEach(() => {
    for (const { label } of SECTIONS) if (isOpen(label)) toggleSection(label)
    enterSection(undefined)
  })

  it('are open where the user opened them, or where the page is', () => {
    toggleSection('Admin')
    enterSection(sectionOf('/segments'))
    expect(SECTIONS.map(({ label }) => isOpen(label))).toEqual([true, false, true])
    enterSection(sectionOf('/projects/default'))
    expect(SECTIONS.map(({ label }) => isOpen(label))).toEqual([false, false, true])
    expect(localStorage.getItem('halyard.sidebar.open')).toBe('["Admin"]')
  })

  it('can be folded around the page that is shown', () => {
    enterSection('Insights')
    toggleSection('Insights')
    expect(isOpen('Insights')).toBe(false)
  })
})

describe('the navigation at an Unleash-compatible service', () => {
  const refused = () =>
    [...NAVIGATION, ...settingsPages()].filter((one) => refusalOfPage(one)).map(({ label }) => label)
  afterEach(() => (rights.elsewhere = undefined))

  it('says which pages only a Halyard has, and keeps the others', () => {
    expect(refused()).toEqual([])
    rights.elsewhere = { version: null, edition: null, takesFlagVariants: true }
    expect(refused()).toEqual(
      expect.arrayContaining([
        ...['Signals', 'Evaluation log', 'Request log', 'Impressions', 'Seen contexts', 'Doctor', 'Agents'],
        ...['E-mail', 'Database', 'Scenario'],
      ]),
    )
    const kept = [
      ...['Home', 'Projects', 'Flags', 'Change requests', 'Playground', 'Environments', 'Segments'],
      ...['API tokens', 'Event log', 'Users', 'Groups', 'Roles', 'Settings', 'Statistics'],
    ]
    expect(refused().filter((label) => kept.includes(label))).toEqual([])
  })
})

describe('the addresses of the window', () => {
  it('are those that links from outside may open', () => {
    expect(Object.keys(routes).sort()).toEqual([...PAGES, '*'].sort())
    expect(isPage('/projects/default/features/checkout')).toBe(true)
    expect(isPage('/projects//features/checkout')).toBe(false)
    expect(pageOf('/admin/users/inactive')).toBe('/admin/users/inactive')
    expect(pageOf('/admin/users/7')).toBe('/admin/users/:id')
  })

  it('mark one entry of the sidebar each', () => {
    const marked = (location: string) =>
      NAVIGATION.filter((entry) => isEntryOf(location, entry)).map(({ label }) => label)
    expect(marked('/projects/default')).toEqual(['Projects'])
    expect(marked('/admin/instance/network')).toEqual(['Settings'])
    expect(marked('/admin/single-sign-on/saml')).toEqual(['Settings'])
    expect(marked('/profile')).toEqual([])
    expect(settingsPageAt('/admin/instance/network')?.label).toBe('Network')
    expect(settingsPageAt('/admin/instance')?.label).toBe('Statistics')
  })
})

describe('the width of the sidebar', () => {
  const width = window.innerWidth
  afterEach(() => {
    window.innerWidth = width
    localStorage.clear()
  })

  it('is narrow in a small window, or one enlarged twice, unless one asks for the names', () => {
    expect(isSidebarNarrow()).toBe(false)
    window.innerWidth = 640
    expect(isSidebarNarrow()).toBe(true)
    toggleSidebar()
    expect(isSidebarNarrow()).toBe(false)
    toggleSidebar()
    // the choice for windows with room is another
    window.innerWidth = width
    expect(isSidebarNarrow()).toBe(false)
    toggleSidebar()
    expect(isSidebarNarrow()).toBe(true)
    toggleSidebar()
    expect(isSidebarNarrow()).toBe(false)
  })
})
