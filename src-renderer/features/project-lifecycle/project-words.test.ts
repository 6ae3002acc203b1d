import { describe, expect, it } from 'vitest'

import { slugOf } from '../../../src-shared/projects/slug.ts'
import { projectInWords } from './project-words.ts'

describe('what a project is going to be', () => {
  it.each([
    [
      { mode: 'open', environments: ['development', 'production'], approvals: [] },
      [
        'Everybody sees it and may request changes.',
        'Flags can be enabled in development and production.',
        'You become its Owner.',
      ],
    ],
    [
      {
        mode: 'private',
        environments: ['a', 'b', 'c'],
        approvals: [
          { name: 'c', requiredApprovals: 2 },
          { name: 'gone', requiredApprovals: 1 },
        ],
      },
      [
        'Only its members see it, and so do Admins, Editors and holders of a custom root role.',
        'Flags can be enabled in a, b and c.',
        'In c, changes need 2 approvals.',
        'You become its Owner.',
      ],
    ],
    [
      { mode: 'protected', environments: [], approvals: [] },
      [
        'Everybody sees it; its members may request changes.',
        'It has no environment: no flag can be enabled in it until one is added.',
        'You become its Owner.',
      ],
    ],
  ])('%j', (draft, words) => {
    expect(projectInWords(draft)).toEqual(words)
  })

  it.each([
    ['Checkout', 'checkout'],
    ['  Größe & Co. ', 'grosse-co'],
    ['日本', 'project'],
  ])('%j gets the id %s', (name, id) => {
    expect(slugOf(name)).toBe(id)
  })
})
