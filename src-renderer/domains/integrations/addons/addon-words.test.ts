import { expect, it } from 'vitest'

import {
  answerInWords,
  eventOptions,
  eventsInWords,
  placesInWords,
  readable,
  targetOf,
} from './addon-words.ts'

it.each([
  [[], 'nothing'],
  [['feature-created'], 'Flag created'],
  [['bogus-event'], 'bogus-event'],
  [['feature-created', 'feature-archived'], '2 event types'],
])('%j is shown as %s', (events, words) => {
  expect(eventsInWords({ events })).toBe(words)
})

it('no project and a star both mean all projects', () => {
  expect([placesInWords([]), placesInWords(['a', '*']), placesInWords(['a', 'b'])]).toEqual([
    'all',
    'all',
    'a, b',
  ])
})

it('the events offered are those that can happen here and those chosen, each once', () => {
  const values = eventOptions('webhook', ['bogus-event', 'feature-created']).map(({ value }) => value)
  expect(values).toContain('change-request-created')
  expect(values).not.toContain('feature-updated')
  expect(values.at(-1)).toBe('bogus-event')
  expect(values.filter((value) => value === 'feature-created')).toHaveLength(1)
})

it('JSON within texts is formatted, and truncated text stays unchanged', () => {
  const details = { requests: [{ body: '{"a":[1]}', answer: '{"cut', status: 200, host: 'h' }] }
  expect(readable(details)).toEqual({
    requests: [{ body: { a: [1] }, answer: '{"cut', status: 200, host: 'h' }],
  })
})

it('the result of a test names the receiver and its answer', () => {
  expect(targetOf({ channel: null, host: 'example.com' })).toBe('example.com')
  expect(targetOf({ channel: 'releases', host: 'slack.com' })).toBe('releases on slack.com')
  expect(answerInWords({ status: 204, durationMs: 12 })).toBe('204 in 12 ms')
  expect(answerInWords({ status: null, durationMs: 9 })).toBe('no response in 9 ms')
})
