import { describe, expect, it } from 'vitest'

import { findProvider } from '#shared/integrations/addons/index.ts'
import { withStoredSecrets } from './stored-secrets.ts'

const check = (name: string, sent: Record<string, string>, kept: Record<string, string>) => {
  const provider = findProvider(name)
  if (!provider) throw new Error(`there is no provider ${name}`)
  return withStoredSecrets(provider, sent, kept)
}

const KEPT = {
  url: 'https://hooks.example/one',
  authorization: 'Bearer kept',
  customHeaders: '{"x-key":"kept"}',
}

describe('stored secrets of an integration', () => {
  it.each([
    ['the masked address', '*****'],
    ['the same address', 'https://hooks.example/one'],
    ['another path of it', 'https://hooks.example/two?x=1'],
    ['its usual port', 'https://HOOKS.example:443/'],
  ])('are kept for %s', (_name, url) => {
    const sent = { url, authorization: '*****', customHeaders: '*****' }
    expect(check('webhook', sent, KEPT)).toMatchObject({
      authorization: 'Bearer kept',
      customHeaders: KEPT.customHeaders,
    })
  })

  it.each([
    ['another host', 'https://evil.example/one'],
    ['a host that begins alike', 'https://hooks.example.evil.example/one'],
    ['another port', 'https://hooks.example:8443/one'],
    ['another scheme', 'http://hooks.example/one'],
    ['no URL', 'hooks.example'],
  ])('are rejected for %s', (_name, url) => {
    for (const name of ['authorization', 'customHeaders'])
      expect(() => check('webhook', { url, [name]: '*****' }, KEPT)).toThrow(
        expect.objectContaining({ details: [expect.objectContaining({ path: `/body/parameters/${name}` })] }),
      )
    const entered = { url, authorization: 'Bearer new' }
    expect(check('webhook', entered, KEPT)).toEqual(entered)
  })

  it('are rejected for an address in place of the provider’s own, and the other way round', () => {
    expect(() =>
      check('datadog', { url: 'https://evil.example/', apiKey: '*****' }, { apiKey: 'kept' }),
    ).toThrow()
    expect(() =>
      check('datadog', { apiKey: '*****' }, { url: 'https://own.example/', apiKey: 'kept' }),
    ).toThrow()
    expect(check('datadog', { apiKey: '*****' }, { apiKey: 'kept' })).toEqual({ apiKey: 'kept' })
  })

  it('are kept where the address is fixed', () => {
    const sent = { accessToken: '*****', defaultChannels: 'general' }
    expect(check('slack-app', sent, { accessToken: 'kept' })).toMatchObject({ accessToken: 'kept' })
  })
})
