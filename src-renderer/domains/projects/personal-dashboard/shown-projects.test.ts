import { describe, expect, it } from 'vitest'

import { attentionItems } from './attention-items.ts'
import { SHOWN_TO_ADMINS, shownProjects } from './shown-projects.ts'

const project = (id: string, lastUpdatedAt: string | null = null, favorite = false) => ({
  id,
  favorite,
  lastUpdatedAt,
})
const ids = (projects: { id: string }[]) => projects.map(({ id }) => id)

describe('my projects', () => {
  const projects = [
    project('default'),
    project('busy', '2026-11-20'),
    project('quiet', '2026-01-01'),
    project('star', null, true),
    project('unused'),
  ]
  const known = { mine: new Set(['default']), recent: ['unused'] }

  it('are favourites and projects with a role', () => {
    expect(ids(shownProjects(projects, { ...known, isAdmin: false }))).toEqual(['star', 'default'])
  })

  it('of an Admin include recently opened and active ones', () => {
    expect(ids(shownProjects(projects, { ...known, isAdmin: true }))).toEqual([
      'star',
      'unused',
      'busy',
      'quiet',
      'default',
    ])
  })

  it('of an Admin are not all projects', () => {
    const many = Array.from({ length: 40 }, (_, n) => project(`p${n}`, `2026-11-${n + 10}`))
    expect(shownProjects(many, { ...known, isAdmin: true })).toHaveLength(SHOWN_TO_ADMINS)
  })
})

describe('the list of what needs attention', () => {
  const none = { total: 0, changeRequests: [] }
  const waiting = { toReview: none, toApply: none, failedSchedules: none, dueSoon: none }
  const projectName = (id: string) => (id === 'shop' ? 'Shop' : id)
  const nothing = {
    waiting,
    failed: { total: 0, sets: [] },
    failing: [],
    stale: [],
    unknown: 0,
    projectName,
    now: new Date(),
  }
  const request = (id: number) => ({
    id,
    title: `Request ${id}`,
    project: 'shop',
    environment: 'production',
    state: 'In review' as const,
    createdBy: { id: 1, username: 'ada', imageUrl: '' },
    createdAt: '',
    features: [],
    segments: [],
  })

  it('is empty when nothing is waiting', () => {
    expect(attentionItems(nothing)).toEqual([])
  })

  it('begins with failures, and links to their lists', () => {
    const items = attentionItems({
      waiting: { ...waiting, toReview: { total: 9, changeRequests: [1, 2, 3, 4, 5].map(request) } },
      failed: { total: 57, sets: [{ project: 'shop', actionSetId: 1, failures: 57 }] },
      failing: [{ id: 4, provider: 'webhook', description: null, failures: 2, lastAt: '' }],
      stale: [{ project: { id: 'shop', name: 'Shop' }, total: 3 }],
      unknown: 1,
      projectName,
      now: new Date(),
    })
    expect(items.map(({ text, href }) => [text, href])).toEqual([
      ['57 failed actions', '#/signals/view/failed'],
      ['webhook: 2 failed deliveries', '#/integrations/4'],
      ['Review Request 1', '#/projects/shop/change-requests/1'],
      ['Review Request 2', '#/projects/shop/change-requests/2'],
      ['Review Request 3', '#/projects/shop/change-requests/3'],
      ['All 9 change requests to review', '#/change-requests'],
      ['3 stale flags', '#/features?state=stale&project=shop'],
      ['1 unknown flag', '#/applications'],
    ])
    expect(items[2]?.note).toBe('by ada in Shop, production')
  })
})
