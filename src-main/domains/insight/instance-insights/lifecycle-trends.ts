import type {
  FLAG_CATEGORIES,
  LifecycleTrends,
  StageTrend,
  TREND_STAGES,
} from '#shared/insight/schemas/instance-insights.ts'
import type { StageEntry } from './stage-entries.read-model.ts'

type TrendStage = (typeof TREND_STAGES)[number]
type Category = (typeof FLAG_CATEGORIES)[number]

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS

/** Trend that a stage belongs to; archived flags belong to none. */
const TREND_OF: ReadonlyMap<string, TrendStage> = new Map([
  ['initial', 'develop'],
  ['pre-live', 'develop'],
  ['live', 'production'],
  ['completed', 'cleanup'],
])
/** Kind of flag; other types are permanent. */
const CATEGORY_OF: ReadonlyMap<string, Category> = new Map([
  ['experiment', 'experimental'],
  ['release', 'release'],
])

/** Time that a flag spent, or spends, in the stages of a trend. */
interface StageStay {
  stage: TrendStage
  from: number
  /** undefined: it is still there. */
  until: number | undefined
}

const noTimes = (): Record<TrendStage, number[]> => ({ develop: [], production: [], cleanup: [] })

/** Computes the trends from the entries of flags into stages, which come flag by flag, oldest first. */
export class LifecycleCounter {
  readonly #now: number
  readonly #trends = { develop: emptyTrend(), production: emptyTrend(), cleanup: emptyTrend() }
  readonly #current = noTimes()
  readonly #past = noTimes()

  constructor(now: Date) {
    this.#now = now.getTime()
  }

  /** Counts a flag by all its entries. */
  add(entries: readonly StageEntry[]): void {
    const [first] = entries
    if (!first) return
    for (const { stage, from, until } of staysOf(entries)) {
      if (until !== undefined) this.#past[stage].push((until - from) / DAY_MS)
      if (until !== undefined || first.isArchived) continue
      const trend = this.#trends[stage]
      trend.totalFlags++
      this.#current[stage].push((this.#now - from) / DAY_MS)
      const category = trend.categories[CATEGORY_OF.get(first.type) ?? 'permanent']
      if (this.#now - from > WEEK_MS) category.flagsOlderThanWeek++
      else category.newFlagsThisWeek++
    }
  }

  conclude(): LifecycleTrends {
    const concluded = (stage: TrendStage): StageTrend => ({
      ...this.#trends[stage],
      medianDaysInCurrentStage: median(this.#current[stage]),
      medianDaysHistorically: median(this.#past[stage]),
    })
    return {
      lifecycleTrends: {
        develop: concluded('develop'),
        production: concluded('production'),
        cleanup: concluded('cleanup'),
      },
    }
  }
}

const emptyTrend = (): StageTrend => ({
  totalFlags: 0,
  medianDaysInCurrentStage: 0,
  medianDaysHistorically: 0,
  categories: {
    experimental: { flagsOlderThanWeek: 0, newFlagsThisWeek: 0 },
    release: { flagsOlderThanWeek: 0, newFlagsThisWeek: 0 },
    permanent: { flagsOlderThanWeek: 0, newFlagsThisWeek: 0 },
  },
})

/** Joins neighbouring stages of the same trend. */
function staysOf(entries: readonly StageEntry[]): StageStay[] {
  const stays: StageStay[] = []
  for (const { stage: name, enteredAt } of entries) {
    const at = Date.parse(enteredAt)
    const stage = TREND_OF.get(name)
    const last = stays.at(-1)
    if (last?.stage === stage && last?.until === undefined) continue
    if (last && last.until === undefined) last.until = at
    if (stage) stays.push({ stage, from: at, until: undefined })
  }
  return stays
}

/** Median in days, to a tenth; 0 for none. */
function median(days: readonly number[]): number {
  if (days.length === 0) return 0
  const sorted = [...days].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  const value = sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
  return Math.max(0, Math.round(value * 10) / 10)
}
