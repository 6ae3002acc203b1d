import { describe, expect, it } from 'vitest'

import { givesInWords, linesOf, membersInWords, nameOfUser } from './group-words.ts'

const groupOf = (...names: string[]) => ({ users: names.map((name, id) => ({ user: { id, name } })) })

describe('a group in words', () => {
  it.each([
    [[], 'nobody'],
    [['Ann'], 'Ann'],
    [['Ann', 'Bob', 'Cid'], 'Ann, Bob, Cid'],
    [['Ann', 'Bob', 'Cid', 'Dan', 'Eve'], 'Ann, Bob, Cid and 2 more'],
  ])('with the members %j: %s', (names, words) => {
    expect(membersInWords(groupOf(...names))).toBe(words)
  })

  it('names what it gives', () => {
    const projectName = (id: string) => (id === 'shop' ? 'The shop' : id)
    expect(givesInWords({ projects: [] }, 'Editor', projectName)).toBe('Editor everywhere')
    expect(givesInWords({ projects: ['shop', 'bank'] }, undefined, projectName)).toBe(
      'roles in The shop, bank',
    )
    expect(givesInWords({ projects: [] }, undefined, projectName)).toBe('nothing yet')
  })

  it('names users by their name, user name or e-mail address', () => {
    expect(nameOfUser({ id: 7, name: 'Ann', username: 'ann' })).toBe('Ann')
    expect(nameOfUser({ id: 7, email: 'a@b.c' })).toBe('a@b.c')
    expect(nameOfUser({ id: 7 })).toBe('user 7')
  })
})

it('names are read one per line', () => {
  expect(linesOf(' devs \n\nThe ops\n')).toEqual(['devs', 'The ops'])
})
