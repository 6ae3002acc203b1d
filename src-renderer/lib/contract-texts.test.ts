import { describe, expect, it } from 'vitest'

import type { Permission } from '#shared/access/permissions/index.ts'
import { refusalMessage } from '#shared/access/rules/explain.ts'
import { ADDON_PROVIDERS } from '#shared/integrations/addons/index.ts'
import { authorInWords, eventInWords, rewordContractText } from './contract-texts.ts'
import { HttpRefusal, toRefusal } from './refusal.ts'

describe('a text of the contract', () => {
  it('is shown in the words of the window', () => {
    expect(rewordContractText('Unleash is currently in maintenance mode.')).toMatch(
      /^The service is in maintenance mode/,
    )
    expect(rewordContractText('by the template “Unleash Release Template”')).toBe(
      'by the template “Progressive rollout”',
    )
  })

  it('says flag and integration, as the window does', () => {
    expect(rewordContractText('There\'s no feature named "a" in project "default".')).toBe(
      'Project "default" has no flag named "a".',
    )
    expect(rewordContractText('Could not find addon')).toBe("This integration doesn't exist or was deleted.")
  })

  it('names permissions as the editor of roles does', () => {
    const needs = (anyOf: readonly Permission[]) => rewordContractText(refusalMessage({ anyOf }))
    expect(needs(['ADMIN', 'UPDATE_AUTH_CONFIGURATION'])).toMatch(
      /permissions: “Admin”, “Change authentication settings \(SSO\)”\.$/,
    )
    expect(needs(['CREATE_PROJECT'])).not.toContain('CREATE_PROJECT')
    expect(rewordContractText('Value "CREATE_PROJECT" is not allowed.')).toContain('"CREATE_PROJECT"')
  })

  it('keeps text that users wrote', () => {
    expect(rewordContractText('Unleash the kraken')).toBe('Unleash the kraken')
  })

  it('is shown in the words of the window in an error, too', () => {
    const answer = JSON.stringify({ message: 'You must log in to use Unleash.', details: [] })
    expect(toRefusal(new HttpRefusal(401, answer)).message).toBe('You must sign in.')
  })

  it.each(
    ADDON_PROVIDERS.flatMap(({ description, howTo, parameters }) => [
      description,
      ...(howTo ? [howTo] : []),
      ...parameters.flatMap((one) => one.description ?? []),
    ]),
  )('names no other product: %s', (text) => {
    expect(rewordContractText(text)).not.toMatch(/unleash/i)
  })
})

it('the author of an event is shown as an admin token or the system', () => {
  expect(authorInWords({ createdBy: 'admin', createdByUserId: -42 })).toBe('API token admin')
  expect(authorInWords({ createdBy: 'unleash_system_user', createdByUserId: -1337 })).toBe('the system')
  expect(authorInWords({ createdBy: 'ada', createdByUserId: 7 })).toBe('ada')
})

describe('an event', () => {
  it('has the words of its service', () => {
    expect(eventInWords({ type: 'tag-type-created', label: 'Made' })).toBe('Made')
  })

  it('has those of the window, if its service has only the type', () => {
    expect(eventInWords({ type: 'tag-type-created', label: 'tag-type-created' })).toBe('Tag type created')
    expect(eventInWords({ type: 'setting-created', label: 'setting-created' })).toBe('setting-created')
  })
})
