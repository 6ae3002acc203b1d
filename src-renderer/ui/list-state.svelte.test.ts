import { beforeEach, describe, expect, it } from 'vitest'

import { readListQuery, writeListQuery } from './list-query.ts'
import { ListState } from './list-state.svelte.ts'
import { TableSettings } from './table-settings.svelte.ts'

beforeEach(() => {
  localStorage.clear()
  history.replaceState(null, '', '#/features')
  window.dispatchEvent(new HashChangeEvent('hashchange'))
})

describe('the state of a list in the route', () => {
  it('is read as it was written', () => {
    const state = {
      text: 'a & b=c',
      filters: { type: 'kill-switch', tag: 'simple:é' },
      sorting: { column: 'environment production', descending: true },
      page: 7,
    }
    const query = writeListQuery('other=1', state)
    expect(readListQuery(query, ['type', 'tag'])).toEqual(state)
    expect(new URLSearchParams(query).get('other')).toBe('1')
  })

  it.each(['page=0', 'page=-1', 'page=1.5', 'page=x', 'page=99999999', 'sort=', 'sort=-', 'sort=--a'])(
    'ignores %s',
    (query) => {
      expect(readListQuery(query, [])).toEqual({ text: '', filters: {}, sorting: undefined, page: 1 })
    },
  )

  it('is limited in length', () => {
    const query = `q=${'x'.repeat(5000)}&type=${'y'.repeat(5000)}`
    const { text, filters } = readListQuery(query, ['type'])
    expect([text.length, filters.type.length]).toEqual([200, 200])
  })

  it('makes filters and pages steps of the history, but not typing and sorting', () => {
    const list = new ListState({ filters: ['type', 'tag'] })
    const before = history.length
    list.text = 'p'
    list.text = 'pay'
    list.sorting = { column: 'name', descending: true }
    expect(history.length).toBe(before)
    list.filter({ type: 'release' })
    list.page = 3
    expect(history.length).toBe(before + 2)
    expect(location.hash).toBe('#/features?q=pay&sort=-name&type=release&page=3')
    list.filter({ tag: 'simple:a' })
    expect(list.page).toBe(1)
    list.clear()
    expect(location.hash).toBe('#/features?sort=-name')
  })

  it('keeps the last order of its table, unless the route has one', () => {
    const table = new TableSettings('kept-order')
    new ListState({ table }).sorting = { column: 'type', descending: false }
    history.replaceState(null, '', '#/features')
    window.dispatchEvent(new HashChangeEvent('hashchange'))
    const sorting = { column: 'name', descending: false }
    const later = new ListState({ table: new TableSettings('kept-order'), sorting })
    expect(later.sorting).toEqual({ column: 'type', descending: false })
    history.replaceState(null, '', '#/features?sort=-created')
    window.dispatchEvent(new HashChangeEvent('hashchange'))
    expect(later.sorting).toEqual({ column: 'created', descending: true })
  })

  it('does not change the route where routing is off', () => {
    const list = new ListState({ isRouted: false })
    list.text = 'only here'
    expect([list.text, location.hash]).toEqual(['only here', '#/features'])
  })
})

describe('the settings of a table', () => {
  it('are stored under its id', () => {
    const settings = new TableSettings('kept')
    settings.choose('type', false)
    settings.setWidth('name', 333.4)
    settings.setWidth('tags', 5)
    settings.density = 'compact'
    settings.pageSize = 100
    const later = new TableSettings('kept')
    expect([later.isChosen('type'), later.isChosen('name')]).toEqual([false, undefined])
    expect([later.widthOf('name'), later.widthOf('tags')]).toEqual([333, 48])
    expect([later.density, later.pageSize]).toEqual(['compact', 100])
    expect(new TableSettings('another').density).toBe('comfortable')
  })

  it.each([
    'nonsense',
    'null',
    '[]',
    '{"density":"huge","pageSize":7,"widths":{"name":1e9},"columns":{"name":"yes"},"sorting":5}',
    `{"columns":{${Array.from({ length: 200 }, (_, index) => `"c${index}":true`).join()}}}`,
    `{"density":"compact","junk":"${'x'.repeat(20_000)}"}`,
  ])('are the defaults where %.40s is stored', (stored) => {
    localStorage.setItem('halyard.table.strange', stored)
    const settings = new TableSettings('strange')
    expect([settings.density, settings.pageSize, settings.sorting]).toEqual(['comfortable', 50, undefined])
    expect([settings.isChosen('name'), settings.isChosen('c1'), settings.widthOf('name')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})
