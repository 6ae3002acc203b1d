import { expect, it } from 'vitest'

import { attentionItems } from './attention-items.ts'

const NONE = { total: 0, changeRequests: [] }
const NOW = new Date('2026-11-24T12:00:00.000Z')

it('a state that was set for a time is announced with the minutes until its way back', () => {
  const request = {
    ...{ id: 7, title: 'Turn checkout off again', project: 'shop', environment: 'production' },
    ...{ state: 'Scheduled' as const, createdAt: NOW.toISOString(), features: ['checkout'], segments: [] },
    createdBy: { id: 1, username: 'ada', imageUrl: '' },
    schedule: { status: 'pending' as const, scheduledAt: '2026-11-24T12:14:00.000Z' },
  }
  const items = attentionItems({
    waiting: {
      ...{ toReview: NONE, toApply: NONE, failedSchedules: NONE },
      dueSoon: { total: 4, changeRequests: [request] },
    },
    ...{ failed: { total: 0, sets: [] }, failing: [], stale: [], unknown: 0 },
    projectName: () => 'Shop',
    now: NOW,
  })
  expect(items).toEqual([
    {
      key: 'request 7 Soon:',
      tone: 'accent',
      text: 'Soon: Turn checkout off again',
      href: '#/projects/shop/change-requests/7',
      note: 'in 14 minutes, by ada in Shop, production',
    },
    {
      key: 'all #/change-requests/soon',
      tone: 'accent',
      text: 'All 4 scheduled requests that are due within the hour',
      href: '#/change-requests/soon',
    },
  ])
})
