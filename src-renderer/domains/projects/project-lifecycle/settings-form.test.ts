import { describe, expect, it } from 'vitest'

import { linksProblem, readLinks, toBody, toForm, type ProjectSettings } from './settings-form.ts'

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
    const form = {
      pattern: ' ',
      example: '',
      explanation: '',
      limit: ' ',
      links: [
        { title: ' ', address: '' },
        { title: '', address: ' https://x ' },
      ],
    }
    expect(toBody(form)).toEqual({
      featureNaming: { pattern: null, example: null, description: null },
      featureLimit: null,
      linkTemplates: [{ title: null, urlTemplate: 'https://x' }],
    })
  })

  it('names a link without an address', () => {
    const link = { title: 'Ticket', address: 'https://x' }
    expect(linksProblem([link, { title: '', address: '' }])).toBeUndefined()
    expect(linksProblem([link, { title: 'Docs', address: ' ' }])).toBe('Link 2 needs an address.')
  })

  it('reads pasted links', () => {
    expect(readLinks('Ticket: https://t.example\n\n https://docs.example \n : https://x')).toEqual([
      { title: 'Ticket', address: 'https://t.example' },
      { title: '', address: 'https://docs.example' },
      { title: '', address: 'https://x' },
    ])
  })
})
