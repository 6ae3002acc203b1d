import { describe, expect, it } from 'vitest'

import { secretOf, toApiToken, type StoredToken } from './api-token.ts'
import { parseInitialTokens } from './initial-tokens.ts'
import { TokenDirectory } from './token-directory.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')
const token = (more: Partial<StoredToken> = {}): StoredToken => ({
  secret: '*:development.s',
  tokenName: 'mine',
  type: 'client',
  environment: 'development',
  projects: [],
  expiresAt: null,
  createdAt: NOW.toISOString(),
  seenAt: null,
  ...more,
})

describe('the secret of a token', () => {
  it.each([
    [[], '*:dev.r'],
    [['one'], 'one:dev.r'],
    [['one', 'two'], '[]:dev.r'],
  ])('of %j is %s', (projects, expected) => {
    expect(secretOf(projects, 'dev', 'r')).toBe(expected)
  })

  it.each([
    [[], '*', ['*']],
    [['one'], 'one', ['one']],
    [['one', 'two'], '[]', ['one', 'two']],
  ])('the projects %j are told as %s and %j', (projects, project, list) => {
    expect(toApiToken(token({ projects }))).toMatchObject({ project, projects: list })
  })
})

describe('the initial tokens', () => {
  const none = { admin: [], backend: [], frontend: [] }

  it('are read by their form', () => {
    const tokens = parseInitialTokens(
      { admin: ['*:*.a'], backend: ['default:development.b'], frontend: ['*:production.c.d'] },
      NOW,
    )
    expect(tokens.map(({ type, environment, projects }) => [type, environment, projects])).toEqual([
      ['admin', '*', []],
      ['client', 'development', ['default']],
      ['frontend', 'production', []],
    ])
  })

  it.each([
    [
      { ...none, admin: ['secret'] },
      'INIT_ADMIN_API_TOKENS: a token must have the form project:environment.secret',
    ],
    [{ ...none, admin: ['default:*.x'] }, 'INIT_ADMIN_API_TOKENS: an admin token begins with *:*.'],
    [{ ...none, admin: ['*:development.x'] }, 'INIT_ADMIN_API_TOKENS: an admin token begins with *:*.'],
    [{ ...none, backend: ['*:*.x'] }, 'INIT_BACKEND_API_TOKENS: only an admin token is for all environments'],
    [{ ...none, frontend: ['*:.x'] }, 'INIT_FRONTEND_API_TOKENS: a token must have the form'],
  ])('%j are refused: %s', (tokens, message) => {
    expect(() => parseInitialTokens(tokens, NOW)).toThrow(message)
  })
})

describe('the directory of tokens', () => {
  it('knows who comes, until the token expires or is deleted', () => {
    const directory = new TokenDirectory()
    directory.put(token({ projects: ['one'], expiresAt: '2026-11-21T13:00:00.000Z' }))
    directory.put(token({ secret: 'f', type: 'frontend' }))
    directory.put(token({ secret: 'a', type: 'admin', environment: '*' }))
    expect(directory.authenticate('*:development.s', NOW)).toEqual({
      kind: 'backend-token',
      username: 'mine',
      environment: 'development',
      projects: ['one'],
    })
    expect(directory.authenticate('f', NOW)).toMatchObject({ kind: 'frontend-token', projects: ['*'] })
    expect(directory.authenticate('a', NOW)).toMatchObject({ kind: 'admin-token' })
    expect(directory.authenticate('*:development.', NOW)).toBeUndefined()
    expect(directory.authenticate('*:development.s', new Date('2026-11-21T13:00:00.000Z'))).toBeUndefined()
    directory.remove('f')
    expect(directory.authenticate('f', NOW)).toBeUndefined()
  })

  it('writes the last uses once', async () => {
    const directory = new TokenDirectory()
    directory.put(token())
    directory.authenticate('*:development.s', NOW)
    let writes = 0
    const transaction = async () => void writes++
    await directory.flushSeen(transaction)
    await directory.flushSeen(transaction)
    expect(writes).toBe(1)
    expect(directory.get('*:development.s')?.seenAt).toBe(NOW.toISOString())
  })
})
