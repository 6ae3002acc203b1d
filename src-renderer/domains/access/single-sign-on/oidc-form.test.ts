import { describe, expect, it } from 'vitest'

import { missingIn, toForm, toSettings } from './oidc-form.ts'

describe('the form of OpenID Connect', () => {
  it('sends back what it was filled with', () => {
    const settings = {
      enabled: true,
      discoverUrl: 'https://sso.example/.well-known/openid-configuration',
      clientId: 'halyard',
      secret: '*****',
      enablePkce: false,
      enableSingleSignOut: true,
      acrValues: 'mfa',
      idTokenSigningAlgorithm: 'RS384' as const,
      autoCreate: true,
      defaultRootRoleId: 2,
      emailDomains: 'corp.example',
      enableGroupSyncing: true,
      groupJsonPath: '$.groups',
      addGroupsScope: true,
    }
    expect(toSettings(toForm(settings))).toEqual(settings)
  })

  it('reads a default role by its name', () => {
    expect(toForm({ defaultRootRole: 'Editor' }).role).toBe('2')
  })

  it('has safe defaults: turned off, with PKCE, and Viewer for new users', () => {
    expect(toForm({})).toMatchObject({ enabled: false, enablePkce: true, autoCreate: false, role: '3' })
    expect(toSettings(toForm({}))).not.toHaveProperty('discoverUrl')
  })

  it('names missing fields', () => {
    expect(missingIn(toForm({}))).toBeUndefined()
    expect(missingIn(toForm({ enabled: true, clientId: 'x' }))).toBe(
      'To turn it on, enter a discover URL and a client secret.',
    )
  })
})
