import { describe, expect, it } from 'vitest'

import { slugOf } from '#shared/projects/rules/slug.ts'
import { projectInWords } from './project-words.ts'

describe('the preview of a new project', () => {
  it.each([
    [
      { mode: 'open', environments: ['development', 'production'], approvals: [] },
      [
        'Everyone can see it and request changes.',
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
        'Only members, Admins, Editors and users with a custom root role can see it.',
        'Flags can be enabled in a, b and c.',
        'In c, changes need 2 approvals.',
        'You become its Owner.',
      ],
    ],
    [
      { mode: 'protected', environments: [], approvals: [] },
      [
        'Everyone can see it; members can request changes.',
        'It has no environments. Add one to enable flags.',
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
