import { afterEach, describe, expect, it } from 'vitest'

import { EVENT_TYPES, withoutProject } from '#shared/audit/events/index.ts'
import { pageOf } from '#shared/desktop/pages.ts'
import { isReversible, linkedSentence, sentenceText, type LoggedEvent } from './event-sentence.ts'

const EVENT: LoggedEvent = {
  id: 1,
  type: 'feature-environment-disabled',
  label: 'Flag disabled',
  summary: '',
  createdBy: 'Ada',
  createdByUserId: 7,
  createdAt: '2026-11-28T10:00:00.000Z',
  data: null,
  preData: null,
  tags: [],
  featureName: 'check out',
  project: 'shop',
  environment: 'production',
  groupType: 'transaction',
  groupId: '1',
}
const linksOf = (event: LoggedEvent) => linkedSentence(event).flatMap(({ href }) => href ?? [])

afterEach(() => expect(sentenceText(EVENT)).toBe('Ada turned check out off in production'))

describe('the names in the sentence about an event', () => {
  it('lead to the events of the author and to the flag', () => {
    expect(linksOf(EVENT)).toEqual(['/events?user=7', '/projects/shop/features/check%20out'])
  })

  it.each(EVENT_TYPES)('of the type %s lead to pages of the window', (type) => {
    const data = { name: 'Named', username: 'bea', userId: 9, id: 3, signalEndpointId: 4, changeRequestId: 5 }
    for (const href of linksOf({ ...EVENT, type, data })) {
      const [path = ''] = href.split('?')
      expect([href, pageOf(path)]).toEqual([href, expect.any(String)])
    }
  })

  it.each([
    ['segment-updated', { id: 3, name: 'Beta' }, '/segments?q=Beta'],
    ['user-created', { id: 9, name: 'Bea' }, '/admin/users/9'],
    ['project-access-user-roles-updated', { userId: 9, name: 'Bea' }, '/admin/users/9'],
    ['change-request-approved', { changeRequestId: 5, name: 'Launch' }, '/projects/shop/change-requests/5'],
    ['signal-endpoint-created', { id: 4, name: 'Alerts' }, '/signals/4'],
    ['signal-endpoint-token-created', { id: 8, name: 'ci', signalEndpointId: 4 }, '/signals/4/tokens'],
  ])('of the type %s lead to its subject', (type, data, page) => {
    expect(linksOf({ ...EVENT, type, data })).toContain(page)
  })

  it('do not lead to what the event deleted', () => {
    const preData = { id: 3, name: 'Beta' }
    expect(linksOf({ ...EVENT, type: 'segment-deleted', preData })).toEqual(['/events?user=7'])
    expect(linksOf({ ...EVENT, type: 'project-deleted', preData })).toEqual(['/events?user=7'])
  })
})

describe('the sentence about an event', () => {
  it('begins with the author in the words of the window', () => {
    const bySystem = { ...EVENT, createdBy: 'unleash_system_user', createdByUserId: -1337 }
    expect(sentenceText(bySystem)).toBe('The system turned check out off in production')
    expect(sentenceText({ ...EVENT, createdBy: 'ci', createdByUserId: -42 })).toMatch(/^API token ci turned/)
  })

  it('of a type that only another service has is its label', () => {
    expect(sentenceText({ ...EVENT, type: 'x-made', label: 'X made' })).toBe('Ada: X made')
  })

  it('omits the project at its end among events of one project', () => {
    const moved = { ...EVENT, type: 'change-request-approved', data: { name: 'Launch' } }
    const words = (event: LoggedEvent) =>
      withoutProject(linkedSentence(event))
        .map(({ text }) => text)
        .join('')
    expect(words(moved)).toBe('Launch is approved')
    expect(words({ ...EVENT, type: 'feature-project-change' })).toBe('Ada moved check out to project shop')
    expect(words({ ...EVENT, type: 'project-updated' })).toBe('Ada updated project shop')
  })
})

it('an event can be undone if its type can, and it has the data', () => {
  expect(isReversible(EVENT)).toBe(true)
  expect(isReversible({ ...EVENT, type: 'user-created' })).toBe(false)
  expect(isReversible({ ...EVENT, type: 'features-imported' })).toBe(false)
  expect(isReversible({ ...EVENT, type: 'x-made' })).toBe(false)
})
