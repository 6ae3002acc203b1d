import { describe, expect, it } from 'vitest'

import { causeInWords, isPartly, reasonOf } from './cause-words.ts'

const about = { project: 'shop', actor: { id: 9, name: 'Robot' }, actionSetId: 3 }
const projectName = (id: string) => (id === 'shop' ? 'Shop' : id)

describe('the explanation of a failed action', () => {
  it('names the smallest grant, with a link to where it is given', () => {
    expect(
      causeInWords(
        {
          kind: 'permission',
          permission: 'UPDATE_FEATURE_ENVIRONMENT',
          displayName: 'Enable/disable flags',
          environment: 'production',
        },
        about,
        projectName,
      ),
    ).toEqual({
      text: 'Robot needs “Enable/disable flags” (UPDATE_FEATURE_ENVIRONMENT) in project Shop, environment production. A project role with it is enough.',
      link: { label: 'Grant access to Robot', href: '#/projects/shop/access?add=9' },
    })
  })

  it.each([
    [{ kind: 'flag', featureName: 'old', is: 'archived', project: 'shop' }, 'archived', '#/archive'],
    [{ kind: 'flag', featureName: 'old', is: 'missing', project: null }, 'no flag old', '#/projects/shop'],
    [
      { kind: 'flag', featureName: 'old', is: 'elsewhere', project: 'b' },
      'project b',
      '#/projects/b/features/old',
    ],
    [{ kind: 'endpoint', is: 'off', id: 4, name: 'alerts' }, 'alerts is off', '#/signals/4'],
    [{ kind: 'endpoint', is: 'deleted', id: 4, name: null }, 'has been deleted', undefined],
    [{ kind: 'set', is: 'off' }, 'is off', '#/projects/shop/actions'],
    [{ kind: 'set', is: 'deleted' }, 'Dismiss it', undefined],
    [{ kind: 'actor' }, 'service account', '#/projects/shop/actions'],
    [{ kind: 'environment', environment: 'qa' }, 'qa is not part', '#/projects/shop/settings'],
  ] as const)('%o', (cause, text, href) => {
    const words = causeInWords(cause, about, projectName)
    expect(words.text).toContain(text)
    expect(words.link?.href).toBe(href)
  })
})

describe('a failed execution', () => {
  const action = (state: 'success' | 'failed' | 'not started', details: string | null = null) => ({
    id: 1,
    action: 'TOGGLE_FEATURE_ON' as const,
    sortOrder: 1,
    executionParams: {},
    createdAt: '',
    createdByUserId: 1,
    state,
    details,
  })

  it('is explained by its first failed action, and reports earlier successful ones', () => {
    const half = { actions: [action('success'), action('failed', 'No permission.'), action('not started')] }
    expect([reasonOf(half), isPartly(half)]).toEqual(['No permission.', true])
    const none = { actions: [action('failed')] }
    expect([reasonOf(none), isPartly(none)]).toEqual(['The reason is unknown.', false])
  })
})
