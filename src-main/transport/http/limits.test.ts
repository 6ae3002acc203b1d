import { describe, expect, it } from 'vitest'

import { corsHeaders, preflightHeaders } from './cors.ts'
import { checkOrigin } from './local-guard.ts'

describe('the check of Origin behind a proxy', () => {
  const check = (host: string, origin: string) => () =>
    checkOrigin(
      { host, origin },
      { allowedHosts: ['flags.example'], baseUrl: 'https://flags.example/base' },
      false,
    )

  it('allows the scheme of the configured URL, and no other', () => {
    expect(check('flags.example', 'https://flags.example')).not.toThrow()
    expect(check('flags.example', 'http://flags.example')).toThrow(/may not use this service/)
    expect(check('localhost:4242', 'http://localhost:4242')).not.toThrow()
    expect(check('localhost:4242', 'https://localhost:4242')).toThrow(/may not use this service/)
    expect(check('localhost:4242', 'null')).toThrow(/may not use this service/)
  })
})

describe('the check of Host and Origin', () => {
  const ours = 'localhost:4242'
  it.each([
    ['localhost', undefined, [], false, true],
    ['LOCALHOST:4242', undefined, [], false, true],
    ['127.0.0.1:4242', undefined, [], false, true],
    ['[::1]:4242', undefined, [], false, true],
    ['evil.example', undefined, [], false, false],
    ['localhost.evil.example', undefined, [], false, false],
    [undefined, undefined, [], false, false],
    ['flags.example', undefined, ['flags.example'], false, true],
    ['any.example', undefined, ['*'], false, true],
    [undefined, undefined, ['*'], false, true],
    [undefined, 'https://evil.example', ['*'], false, false],
    [ours, 'http://localhost:4242', [], false, true],
    [ours, 'http://localhost:3000', [], false, false],
    [ours, 'https://evil.example', [], false, false],
    [ours, 'null', [], false, false],
    [ours, 'https://localhost:4242', [], false, false],
    ['flags.example', 'https://flags.example', ['flags.example'], false, false],
    ['flags.example', 'http://flags.example', ['flags.example'], false, true],
    ['flags.example:80', 'http://flags.example', ['flags.example'], false, true],
    [ours, 'https://evil.example', [], true, true],
    ['evil.example', 'https://evil.example', [], true, false],
  ])(
    'Host %s, Origin %s, allowed %j, any origin %s: %s',
    (host, origin, allowedHosts, anyOrigin, allowed) => {
      const check = () => checkOrigin({ host, origin }, { allowedHosts }, anyOrigin)
      if (allowed) expect(check).not.toThrow()
      else expect(check).toThrow(/does not answer for the host|may not use this service/)
    },
  )
})

describe('CORS', () => {
  it.each([
    ['https://a.example', [], '*'],
    ['https://a.example', ['*'], '*'],
    ['https://a.example', ['https://a.example'], 'https://a.example'],
    ['https://b.example', ['https://a.example'], undefined],
    [undefined, ['https://a.example'], undefined],
  ])('answers a page of %s where %j may: %s', (origin, allowed, expected) => {
    expect(corsHeaders(origin, allowed)['access-control-allow-origin']).toBe(expected)
  })

  it('answers a preflight with the requested method and headers', () => {
    expect(preflightHeaders('authorization,x-custom')).toMatchObject({
      'access-control-allow-headers': 'authorization,x-custom',
      'access-control-max-age': '86400',
    })
    expect(preflightHeaders(undefined)).not.toHaveProperty('access-control-allow-headers')
  })
})
