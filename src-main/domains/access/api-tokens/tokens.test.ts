import { describe, expect, it } from 'vitest'

import { makeTempPlace } from '#support/runner/temp-place.ts'
import { wasm } from '#support/runner/wasm.ts'
import { openStore } from '#store/open-store.ts'
import { insertToken } from './api-tokens.store.ts'
import { concealed, hashOf, secretOf, type StoredToken, toApiToken } from './api-token.ts'
import { parseInitialTokens } from './initial-tokens.ts'
import { TokenDirectory } from './token-directory.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')

const token = (more: Partial<StoredToken> = {}): StoredToken => ({
  secret: '*:development.s',
  secretHash: null,
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
  ])('for %j is %s', (projects, expected) => {
    expect(secretOf(projects, 'dev', 'r')).toBe(expected)
  })

  it.each([
    [[], '*', ['*']],
    [['one'], 'one', ['one']],
    [['one', 'two'], '[]', ['one', 'two']],
  ])('the projects %j are shown as %s and %j', (projects, project, list) => {
    expect(toApiToken(token({ projects }))).toMatchObject({ project, projects: list })
  })
})

describe('the list of tokens', () => {
  it('is in the order that the database reads them in, whenever they were added', () => {
    const directory = new TokenDirectory()
    for (const secret of ['*:development.b', '*:development.a']) directory.put(token({ secret }))
    directory.put(token({ secret: '*:development.0', createdAt: '2026-11-20T12:00:00.000Z' }))
    expect(directory.all().map(({ secret }) => secret.slice(-1))).toEqual(['0', 'a', 'b'])
  })
})

describe('the initial tokens', () => {
  const none = { admin: [], backend: [], frontend: [] }

  it('are parsed by their format', () => {
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
  ])('%j are rejected: %s', (tokens, message) => {
    expect(() => parseInitialTokens(tokens, NOW)).toThrow(message)
  })
})

describe('the directory of tokens', () => {
  it('finds the owner of a token until the token expires or is deleted', () => {
    const directory = new TokenDirectory()
    directory.put(token({ projects: ['one'], expiresAt: '2026-11-21T13:00:00.000Z' }))
    directory.put(token({ secret: 'f', type: 'frontend' }))
    directory.put(concealed(token({ secret: 'a', type: 'admin', environment: '*' }), 'b'))
    expect(directory.authenticate('*:development.s', NOW)).toEqual({
      kind: 'backend-token',
      username: 'mine',
      tokenHash: hashOf('*:development.s'),
      environment: 'development',
      projects: ['one'],
    })
    expect(directory.actorOfHash(hashOf('*:development.s'), NOW)).toMatchObject({ projects: ['one'] })
    expect(directory.authenticate('f', NOW)).toMatchObject({ kind: 'frontend-token', projects: ['*'] })
    expect(directory.authenticate('a', NOW)).toMatchObject({ kind: 'admin-token' })
    expect(directory.authenticate('*:*.hidden-b', NOW)).toBeUndefined()
    expect(directory.authenticate('*:development.', NOW)).toBeUndefined()
    expect(directory.authenticate('*:development.s', new Date('2026-11-21T13:00:00.000Z'))).toBeUndefined()
    directory.remove('f')
    expect(directory.authenticate('f', NOW)).toBeUndefined()
    directory.remove('*:*.hidden-b')
    expect(directory.authenticate('a', NOW)).toBeUndefined()
    expect(directory.find('*:*.hidden-b')).toBeUndefined()
  })

  it('writes the last uses once, and again after a write that failed', async () => {
    const { at, remove } = await makeTempPlace()
    const store = await openStore({ ...at, wasm, now: () => NOW })
    const directory = new TokenDirectory()
    await store.transaction((queries) => insertToken(queries, token()))
    await directory.load(store.queries)
    directory.authenticate('*:development.s', NOW)
    const failing = () => Promise.reject(new Error('the disk is full'))
    await expect(directory.flushSeen(failing)).rejects.toThrow('the disk is full')
    await directory.flushSeen((work) => store.transaction(work))
    // no write is pending
    await directory.flushSeen(failing)
    const again = new TokenDirectory()
    await again.load(store.queries)
    expect(again.get('*:development.s')?.seenAt).toBe(NOW.toISOString())
    await store.close()
    await remove()
  })
})

describe('tokens that are read again', () => {
  const at = async () => {
    const { at: place, remove } = await makeTempPlace()
    const store = await openStore({ ...place, wasm, now: () => NOW })
    return { store, close: () => store.close().then(remove) }
  }

  it('keep what was created and deleted while they were read', async () => {
    const { store, close } = await at()
    const [before, created] = [
      token({ secret: '*:development.before' }),
      token({ secret: '*:development.new' }),
    ]
    for (const one of [before]) await insertToken(store.queries, one)
    const tokens = new TokenDirectory()
    await tokens.load(store.queries)
    // what others wrote is read again: the read has begun before these commits
    const reading = tokens.load(store.queries)
    tokens.put(created)
    tokens.remove(before.secret)
    await reading
    expect(tokens.all().map(({ secret }) => secret)).toEqual([created.secret])
    await close()
  })
})
