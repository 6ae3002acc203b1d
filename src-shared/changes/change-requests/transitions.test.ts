import { describe, expect, it } from 'vitest'

import {
  CHANGE_REQUEST_STATES,
  CLOSED_STATES,
  isOneOf,
  judgeTransition,
  OPEN_STATES,
  PENDING_STATES,
  type ChangeRequestState,
  type Party,
} from './index.ts'

/**
 * Parties that may move a request from the state of the row to the state of the column. Written by hand from
 * docs/contract/changes.md#states-and-rules. A: its author; R: a reviewer; r: a reviewer who is not its
 * author (or is an Admin); P: an applier; X: an Admin.
 */
const WHO = `
              Draft  In-review  Approved  Scheduled  Applied  Rejected  Cancelled
  Draft       -      A          -         -          -        -         A
  In-review   -      -          r         -          -        R         AX
  Approved    -      -          -         P          P        R         AX
  Scheduled   -      -          -         P          P        RA        -
  Applied     -      -          -         -          -        -         -
  Rejected    -      -          -         -          -        -         -
  Cancelled   -      -          -         -          -        -         -
`

const rows = WHO.trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/))
const [columns = []] = rows
const stateOf = (word: string) => word.replace('In-', 'In ') as ChangeRequestState
const cells = rows
  .slice(1)
  .flatMap(([from = '', ...who]) =>
    who.map((cell, index) => ({ from: stateOf(from), to: stateOf(columns[index] ?? ''), cell })),
  )

/** Everybody there can be: an Admin is a reviewer and an applier, too. */
const PEOPLE: Party[][] = [[], ['author']].flatMap((base) => [
  ...[[], ['reviewer'], ['applier'], ['reviewer', 'applier']].map((more) => [...base, ...more] as Party[]),
  [...base, 'reviewer', 'applier', 'admin'] as Party[],
])

function mayByHand(cell: string, parties: readonly Party[]): boolean {
  const has = (party: Party) => parties.includes(party)
  return [...cell].some((letter) => {
    if (letter === 'A') return has('author')
    if (letter === 'R') return has('reviewer')
    if (letter === 'r') return has('reviewer') && (!has('author') || has('admin'))
    if (letter === 'P') return has('applier')
    return letter === 'X' && has('admin')
  })
}

describe('the states of change requests', () => {
  it('are open or closed, and open requests can be changed until they are scheduled', () => {
    expect([...OPEN_STATES, ...CLOSED_STATES]).toEqual(CHANGE_REQUEST_STATES)
    expect([...PENDING_STATES, 'Scheduled']).toEqual(OPEN_STATES)
  })

  it('are found in a list of states', () => {
    expect(isOneOf(OPEN_STATES, 'Scheduled')).toBe(true)
    expect(isOneOf(PENDING_STATES, 'Scheduled')).toBe(false)
  })

  it('are all in the table', () => {
    expect(cells).toHaveLength(CHANGE_REQUEST_STATES.length ** 2)
    expect(columns.map(stateOf)).toEqual(CHANGE_REQUEST_STATES)
  })
})

describe.each(cells)('from $from to $to', ({ from, to, cell }) => {
  it.each(PEOPLE.map((parties) => [parties.join('+') || 'nobody', parties] as const))(
    '%s',
    (_who, parties) => {
      const verdict = judgeTransition(from, to, parties)
      expect(verdict.allowed).toBe(mayByHand(cell, parties))
      if (verdict.allowed) return
      if (cell === '-') {
        expect(verdict).toMatchObject({
          why: 'state',
          by: [],
          message: `A change request in the state "${from}" cannot be brought into the state "${to}".`,
        })
      } else if (cell === 'r' && parties.includes('reviewer')) {
        expect(verdict).toMatchObject({ why: 'own', message: 'You can not approve your own change request' })
      } else {
        expect(verdict.why).toBe('party')
        expect(verdict.by.length).toBe(cell.length)
        expect(verdict.message).toMatch(
          /^Only (its author|a reviewer|who may apply it)( or (its author|an Admin))? can bring /,
        )
      }
    },
  )
})
