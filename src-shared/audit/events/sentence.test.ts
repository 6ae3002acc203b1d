import { describe, expect, it } from 'vitest'

import { EVENT_TYPES, EVENTS, type EventType } from './catalogue.ts'
import { sentenceOf, summarise, type SummarisedEvent } from './sentence.ts'

const FULL: Omit<SummarisedEvent, 'type'> = {
  createdBy: 'Ada',
  featureName: 'checkout',
  project: 'shop',
  environment: 'production',
  data: {
    name: 'Named thing',
    username: 'bea',
    provider: 'webhook',
    port: 4343,
    id: 12,
    reason: 'too deep',
    dismissed: 3,
    enabled: true,
  },
  preData: null,
}
const BARE = { ...FULL, featureName: null, project: null, environment: null, data: null }

const read = (event: SummarisedEvent) =>
  sentenceOf(event)
    .map(({ text }) => text)
    .join('')

/** Types about the whole instance, whose sentences say so in words. */
const WITHOUT_NAMES: readonly EventType[] = [
  'features-exported',
  'expectations-unchecked',
  'seen-contexts-updated',
  'upgrade-report-forgotten',
  'seen-contexts-forgotten',
  'user-login',
  'scim-groups-deleted',
  'scim-settings-updated',
  'scim-token-generated',
  'maintenance-mode-updated',
  'request-log-updated',
  'cors-updated',
  'streams-disconnected',
  'email-settings-updated',
  'instance-settings-updated',
  'licence-updated',
  'notifications-read',
]

describe('the sentence about an event', () => {
  it.each(EVENT_TYPES)('of the type %s is whole', (type) => {
    for (const event of [
      { ...FULL, type },
      { ...BARE, type },
    ]) {
      const sentence = read(event)
      expect(sentence).not.toMatch(/undefined|null|[{}]| {2}|\[object|^\s|[\s.]$/)
      expect(sentence.split(' ').length).toBeGreaterThan(2)
    }
  })

  it('names the subject of each type, but of those about the whole instance', () => {
    const nameless = EVENT_TYPES.filter((type) =>
      sentenceOf({ ...FULL, type }).every(({ names }) => names === undefined || names === 'author'),
    )
    expect(nameless).toEqual(WITHOUT_NAMES)
  })

  it('names the author of each type that somebody causes', () => {
    const authorless = EVENT_TYPES.filter(
      (type) => EVENTS[type].summary.includes('{user}') && !read({ ...FULL, type }).includes('Ada'),
    )
    expect(authorless).toEqual([])
  })

  it.each<[EventType, string]>([
    ['feature-environment-enabled', 'Ada turned checkout on in production'],
    ['feature-environment-disabled', 'Ada turned checkout off in production'],
    ['feature-archived', 'Ada archived checkout'],
    ['feature-project-change', 'Ada moved checkout to project shop'],
    ['segment-updated', 'Ada updated segment Named thing'],
    ['group-user-added', 'Ada added bea to group Named thing'],
    ['change-request-approved', 'Named thing is approved in project shop'],
    ['addon-config-created', 'Ada created a webhook integration'],
    ['listener-added', 'Ada opened port 4343'],
    ['signal-set-aside', 'Ada set signal 12 aside: too deep'],
    ['actions-failures-dismissed', 'Ada dismissed 3 failed executions in project shop'],
    ['maintenance-mode-updated', 'Ada turned maintenance mode on'],
  ])('of the type %s reads well', (type, sentence) => {
    expect(read({ ...FULL, type })).toBe(sentence)
  })

  it('tells what its names name', () => {
    expect(sentenceOf({ ...FULL, type: 'feature-dependency-added' })).toEqual([
      { text: 'Ada', names: 'author' },
      { text: ' made ' },
      { text: 'checkout', names: 'feature' },
      { text: ' depend on ' },
      { text: 'Named thing', names: 'parent' },
    ])
  })
})

describe('the summary of an event', () => {
  it('is markdown with links to the flag and its project', () => {
    expect(summarise({ ...FULL, type: 'feature-environment-disabled' }, 'http://h')).toBe(
      '**Ada** disabled **[checkout](http://h/projects/shop/features/checkout)** for the **production** environment in project **[shop](http://h/projects/shop)**',
    )
  })

  it('links nothing that the event does not name', () => {
    expect(summarise({ ...BARE, type: 'feature-archived' }, '')).toBe(
      '**Ada** archived a flag in project unknown',
    )
  })
})
