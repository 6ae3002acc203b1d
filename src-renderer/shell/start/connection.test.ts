import { describe, expect, it } from 'vitest'

import { contactOf, fetchedSince, type HeardRequest } from './connection.ts'

const request = (at: string, more: Partial<HeardRequest> = {}): HeardRequest => ({
  at,
  appName: 'my-app',
  environment: 'development',
  projects: ['shop'],
  asksFlags: true,
  ...more,
})
const token = { secret: 's', environment: 'development', projects: ['shop'], seenAt: null }
const all = { ...token, projects: ['*'] }
const [one, two, three] = ['2026-01-01T00:00:01.000Z', '2026-01-01T00:00:02.000Z', '2026-01-01T00:00:03.000Z']
const projectId = 'shop'

describe('the contact of an application', () => {
  it.each([
    ['there is none before any request', token, [], undefined],
    [
      'a registration is one',
      token,
      [request(one, { asksFlags: false })],
      { at: one, appName: 'my-app', environment: 'development' },
    ],
    [
      'the newest counts',
      token,
      [request(two), request(one)],
      { at: two, appName: 'my-app', environment: 'development' },
    ],
    ['another environment is none', token, [request(one, { environment: 'production' })], undefined],
    ['another project is none', token, [request(one, { projects: ['mobile'] })], undefined],
    [
      'a token of all projects is one',
      token,
      [request(one, { projects: ['*'] })],
      { at: one, appName: 'my-app', environment: 'development' },
    ],
    [
      'an earlier use is one',
      { ...token, seenAt: one },
      [],
      { at: one, appName: null, environment: 'development' },
    ],
    [
      'a later use has the known name',
      { ...token, seenAt: three },
      [request(one)],
      { at: three, appName: 'my-app', environment: 'development' },
    ],
    ['an earlier use for any project is none', { ...all, seenAt: one }, [], undefined],
    [
      'any request for the project is one without a known token',
      undefined,
      [request(two)],
      { at: two, appName: 'my-app', environment: 'development' },
    ],
    [
      'a new use for any project is one',
      { ...all, seenAt: two },
      [],
      { at: two, appName: null, environment: 'development' },
    ],
  ])('%s', (_what, shown, heard, contact) => {
    expect(contactOf({ projectId, token: shown, heard, usedBefore: one })).toEqual(contact)
  })
})

describe('the flags fetched since a change', () => {
  it.each([
    ['an earlier request has not fetched them', token, [request(one)], undefined],
    ['a report has not fetched them', token, [request(three, { asksFlags: false })], undefined],
    [
      'a later request has',
      token,
      [request(three)],
      { at: three, appName: 'my-app', environment: 'development' },
    ],
    [
      'a later use of the token has',
      { ...token, seenAt: three },
      [],
      { at: three, appName: null, environment: 'development' },
    ],
  ])('%s', (_what, shown, heard, contact) => {
    expect(fetchedSince(two, { projectId, token: shown, heard })).toEqual(contact)
  })
})
