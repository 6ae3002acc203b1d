import { describe, expect, it } from 'vitest'

import { toBody, toForm, type ProjectSettings } from './settings-form.ts'

const project = (more: Partial<ProjectSettings>): ProjectSettings => ({
  featureNaming: { pattern: null, example: null, description: null },
  featureLimit: null,
  linkTemplates: [],
  ...more,
})

describe('the settings form of a project', () => {
  it.each([
    [project({})],
    [project({ featureNaming: { pattern: 'a+', example: 'aa', description: 'only a' }, featureLimit: 7 })],
    [
      project({
        linkTemplates: [
          { title: 'Ticket', urlTemplate: 'https://t.example/{{feature}}' },
          { title: null, urlTemplate: 'https://docs.example/{{project}}' },
        ],
      }),
    ],
  ])('returns what it was given: %#', (one) => {
    const { featureNaming, featureLimit, linkTemplates } = one
    expect(toBody(toForm(one))).toEqual({ featureNaming, featureLimit, linkTemplates })
  })

  it('drops text that is only white space', () => {
    const form = { pattern: ' ', example: '', explanation: '', limit: ' ', links: '\n  \n : https://x \n' }
    expect(toBody(form)).toEqual({
      featureNaming: { pattern: null, example: null, description: null },
      featureLimit: null,
      linkTemplates: [{ title: null, urlTemplate: 'https://x' }],
    })
  })
})
