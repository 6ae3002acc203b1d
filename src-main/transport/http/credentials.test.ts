import { expect, it } from 'vitest'

import { readCredentials } from './credentials.ts'

it.each([
  [{}, {}],
  [{ authorization: '*:*.secret' }, { token: '*:*.secret' }],
  [{ authorization: 'Bearer *:*.secret' }, { token: '*:*.secret' }],
  [{ authorization: 'bearer   *:*.secret ' }, { token: '*:*.secret' }],
  [{ authorization: '  ' }, {}],
  [{ authorization: 'Bearer ' }, {}],
  [{ cookie: 'unleash-session=abc' }, { cookie: 'abc' }],
  [{ cookie: 'other=1; unleash-session=abc; more=2' }, { cookie: 'abc' }],
  [{ cookie: 'not-unleash-session=abc' }, {}],
  [{ cookie: 'unleash-session=' }, {}],
  [{ cookie: 'unleash-session=abc; unleash-session=def' }, { cookie: 'abc' }],
  [{ cookie: 'unleash-session=abc', 'sec-fetch-site': 'same-origin' }, { cookie: 'abc' }],
  [{ cookie: 'unleash-session=abc', 'sec-fetch-site': 'none' }, { cookie: 'abc' }],
  [{ cookie: 'unleash-session=abc', 'sec-fetch-site': 'same-site' }, {}],
  [{ cookie: 'unleash-session=abc', 'sec-fetch-site': 'cross-site' }, {}],
  [{ authorization: 'token', 'sec-fetch-site': 'cross-site' }, { token: 'token' }],
  [{ authorization: 'token', cookie: 'unleash-session=abc' }, { token: 'token' }],
])('a request of %j is authenticated with %j', (headers, expected) => {
  expect(readCredentials(headers)).toEqual(expected)
})
