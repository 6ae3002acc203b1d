import { afterEach, describe, expect, it } from 'vitest'

import { isPage, pageOf, PAGES } from '#shared/desktop/pages.ts'
import { refusalOfPage } from '#lib/lack-of-page.ts'
import { rights } from '#lib/rights.svelte.ts'
import { AREA_PAGES, AREAS, firstPageOf, isSettings, navigationPages, placeOf } from './navigation.ts'
import { beginsJump } from './own-shortcuts.svelte.ts'
import { routes } from './routes.ts'
import { settingsPages } from './settings-pages.ts'
import { shortcutGroups } from './shortcut-groups.ts'
import { createJumpSequence } from './shortcuts.ts'
import { isSidebarNarrow, toggleSidebar } from './sidebar.svelte.ts'

describe('keyboard navigation', () => {
  const jumper = () => {
    let now = 0
    const jump = createJumpSequence(() => now, beginsJump)
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

  const pages = navigationPages().flatMap(({ keys, ...page }) =>
    keys === undefined ? [] : [{ ...page, keys }],
  )

  it('leads each pair of keys to one page', () => {
    const keys = pages.map((page) => page.keys)
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
      expect(listed.filter((one) => one.keys === keys)).toEqual([{ id: path, keys, label }])
      expect(Object.keys(routes)).toContain(
        path.replace(/(?<=^.(admin.instance|admin.single-sign-on|settings).)\w+$/, ':tab'),
      )
    }
  })

  it('has one line for each shortcut of a group', () => {
    for (const { shortcuts } of shortcutGroups())
      expect(new Set(shortcuts.map(({ keys }) => keys)).size).toBe(shortcuts.length)
  })
})

describe('the sidebar', () => {
  it('has fourteen entries, and the settings below', () => {
    expect(AREAS.map(({ label }) => label)).toEqual([
      ...['Home', 'Projects', 'Flags', 'Change requests', 'Signals', 'Playground'],
      ...['Segments', 'Context fields', 'Environments', 'API tokens', 'Integrations'],
      ...['Applications', 'Activity', 'Access'],
    ])
  })

  it('leads to each page in one place, and says what it is for', () => {
    const pages = navigationPages()
    const paths = pages.map(({ path }) => path)
    expect(paths.filter((path, index) => paths.indexOf(path) !== index)).toEqual([])
    expect(pages.filter(({ purpose }) => !/^[A-Z].{10,80}\.$/.test(purpose))).toEqual([])
  })

  it('jumps to each of its entries', () => {
    expect(AREAS.filter(({ pages: [first] }) => first.keys === undefined)).toEqual([])
  })

  it('leads to the first page of an entry that one may see', () => {
    const pages = [
      { path: '/admin/groups', label: 'Groups', purpose: '' },
      { path: '/admin/users', label: 'Users', purpose: '' },
    ] as const
    const first = () => AREAS.slice(0, 1).map((area) => firstPageOf({ ...area, pages }).label)
    expect(first()).toEqual(['Groups'])
    rights.elsewhere = { version: null, edition: 'oss', takesFlagVariants: true }
    expect(first()).toEqual(['Users'])
    rights.elsewhere = undefined
  })
})

describe('the navigation at an Unleash-compatible service', () => {
  const refused = () => navigationPages().flatMap((one) => (refusalOfPage(one) ? [one.label] : []))
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
      ...['API tokens', 'Event log', 'Users', 'Groups', 'Root roles', 'This window', 'Statistics'],
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
    const marked = (location: string) => placeOf(location)?.area.label
    expect(marked('/projects/default')).toBe('Projects')
    expect(marked('/admin/users/7')).toBe('Access')
    expect(marked('/admin/instance/network')).toBe('Settings')
    expect(marked('/admin/single-sign-on/saml')).toBe('Settings')
    expect(marked('/versions/remotes/1')).toBe('Settings')
    expect(marked('/profile')).toBeUndefined()
    expect(isSettings('/settings/limits')).toBe(true)
    expect(isSettings('/admin/users')).toBe(false)
  })

  it('are tabs of one entry, the longest first', () => {
    const page = (location: string) => placeOf(location)?.page.label
    expect(page('/admin/instance/network')).toBe('Traffic')
    expect(page('/admin/instance')).toBe('Statistics')
    expect(page('/admin/users/7')).toBe('Users')
    expect(page('/admin/users/invite-links')).toBe('Invite links')
    expect(AREA_PAGES.every(({ path, label }) => page(path) === label)).toBe(true)
    expect(settingsPages().every(({ path, label }) => page(path) === label)).toBe(true)
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
