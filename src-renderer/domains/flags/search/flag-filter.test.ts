import { describe, expect, it } from 'vitest'

import { searchFeatures } from '#shared/flags/contract/search.ts'
import { isFiltering, NO_FILTER, toSearchQuery } from './flag-filter.ts'
import { forgetView, readViews, saveView } from './saved-views.ts'

const byName = { column: 'name', descending: false }

describe('the filter of the flag list', () => {
  it('becomes a query that the search accepts', () => {
    const filter = {
      text: ' pay  check ',
      project: 'default',
      type: 'release',
      state: 'stale' as const,
      lifecycle: 'pre-live',
      tag: 'simple:team-a',
      createdBy: '7',
      favorites: true,
      archived: false,
    }
    const query = toSearchQuery(
      filter,
      { column: 'environment production', descending: true },
      { offset: 50, limit: 25 },
    )
    expect(query).toEqual({
      query: 'pay,check',
      project: 'IS:default',
      type: 'IS:release',
      state: 'IS:stale',
      lifecycle: 'IS:pre-live',
      tag: 'INCLUDE:simple:team-a',
      createdBy: 'IS:7',
      favorite: 'IS:true',
      sortBy: 'environment:production',
      sortOrder: 'desc',
      favoritesFirst: 'true',
      offset: '50',
      limit: '25',
    })
    expect(searchFeatures.query.safeParse(query).success).toBe(true)
    expect(Object.keys(toSearchQuery(NO_FILTER, byName, { offset: 0, limit: 25 }))).not.toContain('query')
  })

  it('reports whether it filters anything', () => {
    expect(isFiltering(NO_FILTER)).toBe(false)
    expect(isFiltering({ ...NO_FILTER, favorites: true })).toBe(true)
  })

  it('is saved under a name, and deleted', () => {
    saveView('stale ones', { ...NO_FILTER, state: 'stale' })
    saveView('mine', { ...NO_FILTER, favorites: true })
    saveView('mine', { ...NO_FILTER, favorites: true, type: 'release' })
    expect(readViews().map((view) => [view.name, view.filter.type])).toEqual([
      ['mine', 'release'],
      ['stale ones', ''],
    ])
    forgetView('mine')
    expect(readViews().map((view) => view.name)).toEqual(['stale ones'])
    localStorage.setItem('halyard.views', 'nonsense')
    expect(readViews()).toEqual([])
  })
})
