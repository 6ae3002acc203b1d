import { describe, expect, it } from 'vitest'

import { missingInSaml, toSamlForm, toSamlSettings } from './saml-form.ts'

describe('the form of SAML', () => {
  it('sends back what it was filled with', () => {
    const settings = {
      enabled: true,
      entityId: 'https://idp.example.com',
      signOnUrl: 'https://idp.example.com/sso',
      certificate: 'MII',
      signOutUrl: 'https://idp.example.com/slo',
      spCertificate: '*****',
      autoCreate: true,
      defaultRootRoleId: 2,
      emailDomains: 'corp.example',
      enableGroupSyncing: true,
      groupJsonPath: 'groups',
    }
    expect(toSamlSettings(toSamlForm(settings))).toEqual(settings)
  })

  it('reads a default role by its name', () => {
    expect(toSamlForm({ defaultRootRole: 'Editor' }).role).toBe('2')
  })

  it('names missing fields', () => {
    expect(missingInSaml(toSamlForm({}))).toBeUndefined()
    expect(missingInSaml(toSamlForm({ enabled: true, entityId: 'x' }))).toBe(
      'To turn it on, enter a sign-on URL and a certificate.',
    )
  })
})
