/** Goal of the issues 19 and 21, and the place of its figure among those that the benches print. */
export interface Goal {
  readonly name: string
  readonly bench: string
  /** Start of the row, after a heading that contains the text. */
  readonly row: string
  readonly under?: string
  /** Column of the figure, from 0. */
  readonly column: number
  readonly unit: string
  readonly goal: number
  readonly better: 'lower' | 'higher'
}

/** The original's rates are known from a measurement beside it: 367 answers a second with 1,000 flags, 78 with 5,000. */
export const GOALS: readonly Goal[] = [
  {
    name: 'frontend API, 1,000 flags, unseen context (6 times the original)',
    bench: 'frontend',
    row: '1000 flags, unseen',
    column: 1,
    unit: 'ms of CPU',
    goal: 0.45,
    better: 'lower',
  },
  {
    name: 'frontend API, 5,000 flags, unseen context (6 times)',
    bench: 'frontend',
    row: '5000 flags, unseen',
    column: 1,
    unit: 'ms of CPU',
    goal: 2.1,
    better: 'lower',
  },
  {
    name: 'frontend API, 1,000 flags, repeated context (25 times)',
    bench: 'frontend',
    row: '1000 flags, repeated',
    column: 1,
    unit: 'ms of CPU',
    goal: 0.11,
    better: 'lower',
  },
  {
    name: 'frontend API, 5,000 flags, repeated context (25 times)',
    bench: 'frontend',
    row: '5000 flags, repeated',
    column: 1,
    unit: 'ms of CPU',
    goal: 0.51,
    better: 'lower',
  },
  {
    name: "350 flags of Edge's examples, /api/frontend (Edge's own figure)",
    bench: 'workers',
    row: '0 workers, /api/frontend',
    under: '350 flags',
    column: 1,
    unit: 'in a second of CPU',
    goal: 6900,
    better: 'higher',
  },
  {
    name: "350 flags of Edge's examples, /api/client/features (Edge's own figure)",
    bench: 'workers',
    row: '0 workers, /api/client/features',
    under: '350 flags',
    column: 1,
    unit: 'in a second of CPU',
    goal: 3236,
    better: 'higher',
  },
  {
    name: 'toggle, durable',
    bench: 'growth',
    row: '1,000 flags',
    under: 'toggle',
    column: 1,
    unit: 'ms of CPU',
    goal: 0.35,
    better: 'lower',
  },
  {
    name: 'durable signals, 32 callers',
    bench: 'signals',
    row: 'a second',
    column: 0,
    unit: 'a second',
    goal: 10_000,
    better: 'higher',
  },
  {
    name: 'import of 5,000 flags',
    bench: 'flags',
    row: 'the first 5,000',
    column: 0,
    unit: 's',
    goal: 2,
    better: 'lower',
  },
  {
    name: 'first answer of /health, 5,000 flags',
    bench: 'start',
    row: '',
    under: 'to the first /health',
    column: 0,
    unit: 'ms',
    goal: 300,
    better: 'lower',
  },
  {
    name: 'memory at rest, 5,000 flags',
    bench: 'start',
    row: 'at rest',
    column: 0,
    unit: 'MB',
    goal: 110,
    better: 'lower',
  },
  {
    name: 'memory after load, 5,000 flags',
    bench: 'start',
    row: 'after',
    column: 0,
    unit: 'MB',
    goal: 220,
    better: 'lower',
  },
  {
    name: '`startHalyard` after the first',
    bench: 'testing',
    row: 'a further start',
    column: 0,
    unit: 'ms',
    goal: 40,
    better: 'lower',
  },
  {
    name: 'first scan of 100,000 files of code',
    bench: 'code-scan',
    row: 'first',
    under: 'a scan',
    column: 0,
    unit: 's',
    goal: 5,
    better: 'lower',
  },
  {
    name: 'window usable, nothing cached',
    bench: 'window',
    row: 'Home',
    under: 'nothing cached',
    column: 0,
    unit: 'ms',
    goal: 900,
    better: 'lower',
  },
  {
    name: 'switching screens until complete, 10,000 flags',
    bench: 'screens',
    row: '',
    under: 'to the screen',
    column: 1,
    unit: 'ms',
    goal: 100,
    better: 'lower',
  },
]
