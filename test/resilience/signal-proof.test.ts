import { describe, expect, it } from 'vitest'

import { faultsIn, SignalChecker, type ExecutedRow, type StoredRow } from './signal-proof/check-signals.ts'
import { proveSignals } from './signal-proof/prove-signals.ts'
import { SentSignals } from './signal-proof/sent-signals.ts'

const SIGNALS = 3000
const KILLS = 6

it(`loses no acknowledged signal, executes none twice and none out of order, through ${KILLS} times kill -9 and as many jumps of the clock`, async () => {
  const report = await proveSignals({ signals: SIGNALS, kills: KILLS, seed: 36 })
  console.log(`signals, proof: ${JSON.stringify(report)}`)
  expect(report.verdict.examples).toEqual([])
  expect(report).toMatchObject({ faults: 0, broken: [], signals: SIGNALS, acknowledged: SIGNALS })
  // the test proves nothing unless some came again, and some have an order
  expect(report.repeated).toBeGreaterThan(SIGNALS / 20)
  expect(report.ordered).toBeGreaterThan(SIGNALS / 10)
})

const ORDERED = 0
const OTHER = 1
const SETS = [10, 11]

/** A run without a fault: two senders, three deliveries each, the second of the ordered one old. */
function run() {
  const sent = new SentSignals(2)
  const stored: StoredRow[] = []
  for (let n = 0; n < 3; n++)
    for (const sender of [ORDERED, OTHER]) {
      const isOld = sender === ORDERED && n === 1
      const id = stored.length + 1
      sent.acknowledge(sent.begin(sender, isOld), id)
      stored.push({ id, sender, n, isLate: isOld })
    }
  const executed: ExecutedRow[] = stored.map(({ id, sender }) => ({
    signalId: id,
    setId: SETS[sender] ?? 0,
    state: 'success',
  }))
  return { sent, stored, executed }
}
type Run = ReturnType<typeof run>

function check({ sent, stored, executed }: Run, isDrained = true) {
  const checker = new SignalChecker(sent, (sender) => sender === ORDERED)
  checker.addStored(stored)
  checker.addExecuted(executed)
  return checker.verdict({ isDrained })
}

const swap = <T>(rows: T[], one: number, other: number) =>
  rows.map((row, index) => rows[index === one ? other : index === other ? one : index] ?? row)

/** Faults of each kind, as they would be planted into a store. */
const FAULTS: readonly (readonly [name: string, kind: string, plant: (whole: Run) => Run])[] = [
  [
    'an acknowledged signal that is gone',
    'lost',
    ({ sent, stored, executed }) => ({
      sent,
      stored: stored.filter(({ id }) => id !== 4),
      executed: executed.filter(({ signalId }) => signalId !== 4),
    }),
  ],
  [
    'a delivery that is stored twice',
    'storedTwice',
    ({ sent, stored, executed }) => ({
      sent,
      stored: [...stored, { id: 7, sender: OTHER, n: 0, isLate: false }],
      executed: [...executed, { signalId: 7, setId: 11, state: 'success' }],
    }),
  ],
  [
    'a signal that is executed twice',
    'executedTwice',
    ({ executed, ...rest }) => ({ ...rest, executed: [...executed, ...executed.slice(2, 3)] }),
  ],
  [
    'a signal that is not executed',
    'notExecuted',
    ({ executed, ...rest }) => ({ ...rest, executed: executed.slice(0, -1) }),
  ],
  [
    'executions of a set in another order',
    'outOfOrder',
    ({ executed, ...rest }) => ({ ...rest, executed: swap(executed, 1, 3) }),
  ],
  [
    'signals of an ordered sender that are stored in another order',
    'outOfOrder',
    ({ stored, ...rest }) => ({
      ...rest,
      stored: stored.map((row) => (row.id === 1 ? { ...row, n: 2 } : row.id === 5 ? { ...row, n: 0 } : row)),
    }),
  ],
  [
    'a late signal without its mark',
    'wrongMarks',
    ({ stored, ...rest }) => ({ ...rest, stored: stored.map((row) => ({ ...row, isLate: false })) }),
  ],
  [
    'a mark of a signal that is not late',
    'wrongMarks',
    ({ stored, ...rest }) => ({
      ...rest,
      stored: stored.map((row) => (row.id === 5 ? { ...row, isLate: true } : row)),
    }),
  ],
  [
    'a signal that nobody sent',
    'others',
    ({ stored, ...rest }) => ({
      ...rest,
      stored: [...stored, { id: 9, sender: OTHER, n: 8, isLate: false }],
    }),
  ],
  [
    'a failed execution',
    'others',
    ({ executed, ...rest }) => ({
      ...rest,
      executed: executed.map((row) => (row.signalId === 3 ? { ...row, state: 'failed' } : row)),
    }),
  ],
]

describe('the checker of signals', () => {
  it('finds nothing in a run without a fault, of which some may not be answered or executed yet', () => {
    expect(faultsIn(check(run()))).toBe(0)
    const cut = run()
    cut.sent.begin(OTHER, false)
    expect(faultsIn(check({ ...cut, executed: cut.executed.slice(0, 2) }, false))).toBe(0)
  })

  it.each(FAULTS)('finds %s', (_name, kind, plant) => {
    const verdict = check(plant(run()))
    expect(verdict).toMatchObject({ [kind]: expect.any(Number) as number })
    expect(verdict[kind as 'lost']).toBeGreaterThan(0)
    expect(verdict.examples[0]).toContain(kind)
  })

  it('finds an answer that contradicts an earlier one, and one that names another signal', () => {
    const two = run()
    two.sent.acknowledge(two.sent.of(OTHER)[0] ?? { sender: OTHER, n: 0, isOld: false }, 99)
    expect(check(two).others).toBe(1)
    const other = run()
    const sent = new SentSignals(2)
    for (const { sender, n, isLate } of other.stored)
      sent.acknowledge(sent.begin(sender, isLate), n === 2 ? 77 : (sender === ORDERED ? 1 : 2) + 2 * n)
    expect(check({ ...other, sent }).others).toBe(2)
  })
})
