import { describe, expect, it } from 'vitest'

import { isSecretName } from './mask-secrets.ts'

describe('the name of a secret', () => {
  it.each([
    ['password', true],
    ['x-api-key', true],
    ['databaseUrl', true],
    ['authentication', true],
    ['x-auth', true],
    ['x-csrf', true],
    ['xsrfValue', true],
    ['author', false],
    ['tokenName', false],
    ['token-count', false],
    ['appName', false],
  ])('%s: %s', (name, isSecret) => {
    expect(isSecretName(name)).toBe(isSecret)
    expect(isSecretName(name)).toBe(isSecret)
  })

  it('is judged by itself, whatever longer name was seen before', () => {
    const name = `${'x'.repeat(195)}token`
    expect(isSecretName(`${name}-count`)).toBe(false)
    expect(isSecretName(name)).toBe(true)
  })
})
