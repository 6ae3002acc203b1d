import { describe, expect, it } from 'vitest'

import type { Audience } from '#shared/contract/index.ts'
import { CONTRACT_VERSION } from '#shared/versions/rules/index.ts'
import { AppError } from '#kernel/app-error.ts'
import type { Actor } from '#kernel/caller.ts'
import { audienceCheckOf } from './audience.ts'

const admit = audienceCheckOf(CONTRACT_VERSION)
const actorOf = (kind: Actor['kind']) => ({ kind }) as Actor

/** Access of each kind of actor to each audience: `in`, or the status of the error. */
const TABLE: Record<Audience, Record<Actor['kind'], 'in' | 401 | 403>> = {
  admin: {
    anonymous: 401,
    user: 'in',
    'admin-token': 'in',
    system: 'in',
    'backend-token': 403,
    'frontend-token': 403,
    'signal-token': 403,
    'scim-token': 403,
  },
  client: {
    anonymous: 401,
    user: 'in',
    'admin-token': 'in',
    system: 403,
    'backend-token': 'in',
    'frontend-token': 403,
    'signal-token': 403,
    'scim-token': 403,
  },
  frontend: {
    anonymous: 401,
    user: 401,
    'admin-token': 'in',
    system: 403,
    'backend-token': 403,
    'frontend-token': 'in',
    'signal-token': 403,
    'scim-token': 403,
  },
  sdk: {
    anonymous: 401,
    user: 'in',
    'admin-token': 'in',
    system: 403,
    'backend-token': 'in',
    'frontend-token': 'in',
    'signal-token': 403,
    'scim-token': 403,
  },
  signal: {
    anonymous: 401,
    user: 401,
    'admin-token': 403,
    system: 403,
    'backend-token': 403,
    'frontend-token': 403,
    'signal-token': 'in',
    'scim-token': 403,
  },
  scim: {
    anonymous: 401,
    user: 401,
    'admin-token': 403,
    system: 403,
    'backend-token': 403,
    'frontend-token': 403,
    'signal-token': 403,
    'scim-token': 'in',
  },
  open: {
    anonymous: 'in',
    user: 'in',
    'admin-token': 'in',
    system: 'in',
    'backend-token': 'in',
    'frontend-token': 'in',
    'signal-token': 'in',
    'scim-token': 'in',
  },
}
const ROWS = Object.entries(TABLE).flatMap(([audience, actors]) =>
  Object.entries(actors).map(([kind, outcome]) => [audience, kind, outcome] as const),
)

function outcomeOf(run: () => unknown): unknown {
  try {
    run()
    return 'in'
  } catch (error) {
    return error instanceof AppError ? error.status : error
  }
}

describe('the check of the credential', () => {
  it.each(ROWS)('%s API: %s is %s', (audience, kind, outcome) => {
    const actor = actorOf(kind as Actor['kind'])
    expect(outcomeOf(() => admit(audience as Audience, { actor, presented: true }))).toBe(outcome)
  })

  it.each([
    ['client', 'admin-token', 403],
    ['client', 'user', 403],
    ['client', 'backend-token', 'in'],
    ['frontend', 'admin-token', 403],
    ['frontend', 'user', 403],
    ['frontend', 'frontend-token', 'in'],
    ['admin', 'admin-token', 'in'],
    ['admin', 'user', 'in'],
  ] as const)('of version 8, %s API: %s is %s', (audience, kind, outcome) => {
    expect(
      outcomeOf(() => audienceCheckOf('8.0.0')(audience, { actor: actorOf(kind), presented: true })),
    ).toBe(outcome)
  })

  it.each([
    ['3.17.0', 'client', false, 'in'],
    ['3.17.0', 'client', true, 401],
    ['3.17.0', 'admin', false, 401],
    ['3.17.0', 'frontend', false, 401],
    ['4.0.0', 'client', false, 401],
  ] as const)(
    'of version %s, %s API: anonymous, a token presented: %s, is %s',
    (version, audience, presented, outcome) => {
      expect(
        outcomeOf(() => audienceCheckOf(version)(audience, { actor: actorOf('anonymous'), presented })),
      ).toBe(outcome)
    },
  )

  it.each(['client', 'frontend'] as const)('%s API: a session is 401', (audience) => {
    const identity = { actor: actorOf('user'), presented: true, session: 'stored-id' }
    for (const version of ['4.0.0', CONTRACT_VERSION, '8.0.0'])
      expect(outcomeOf(() => audienceCheckOf(version)(audience, identity))).toBe(401)
  })

  it('sdk API: a session is in, for the pages of the window', () => {
    const identity = { actor: actorOf('user'), presented: true, session: 'stored-id' }
    expect(audienceCheckOf('7.6.5')('sdk', identity)).toBe(identity.actor)
  })

  it('of version 3, client API: a session is nobody, as without it', () => {
    const identity = { actor: actorOf('user'), presented: true, session: 'stored-id' }
    expect(audienceCheckOf('3.17.0')('client', identity)).toEqual({ kind: 'anonymous' })
  })

  it('tells anonymous callers where to log in', () => {
    const actor = actorOf('anonymous')
    expect(() => admit('admin', { actor, presented: false })).toThrow('Try logging in at /auth/simple/login')
    expect(() => admit('admin', { actor, presented: true })).toThrow('You must log in to use Unleash.')
  })
})
