import { describe, expect, it } from 'vitest'

import { startNotices } from './start-notices.ts'

describe('the warnings of a start', () => {
  const notices = (settings: Partial<Parameters<typeof startNotices>[0]>) =>
    startNotices({ host: '127.0.0.1', databaseUrl: undefined, databaseUrlFrom: 'none', ...settings }).join(
      '\n',
    )

  it.each(['127.0.0.1', '127.0.0.2', '::1', 'localhost'])('are none on %s', (host) => {
    expect(notices({ host })).toBe('')
  })

  it.each([
    ['0.0.0.0', 'every address of this machine'],
    ['::', 'every address of this machine'],
    ['192.168.1.5', 'listens on 192.168.1.5'],
    ['halyard.internal', 'listens on halyard.internal'],
  ])('name an address that others reach: %s', (host, said) => {
    expect(notices({ host })).toContain(said)
  })

  it('name a password on the command line, without it', () => {
    const databaseUrl = 'postgres://flags:hush@db.example/flags'
    expect(notices({ databaseUrl, databaseUrlFrom: 'flags' })).toContain('list of processes')
    expect(notices({ databaseUrl, databaseUrlFrom: 'flags' })).not.toContain('hush')
    expect(notices({ databaseUrl, databaseUrlFrom: 'environment' })).toBe('')
    expect(notices({ databaseUrl: 'postgres://flags@db.example/flags', databaseUrlFrom: 'flags' })).toBe('')
  })
})
