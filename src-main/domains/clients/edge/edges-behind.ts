import type { EdgeInstanceData } from '#shared/clients/schemas/edge-instance.ts'

/** Most instances behind this one. The ones that have reported last stay. */
const MAX_INSTANCES = 200
/** Most characters of the details of one. */
const MAX_DETAILS = 5000
/** They report every minute: one that is silent for longer is not there any more. */
const SILENT_MS = 3 * 60_000
/** Most of one behind the other. Further ones stand beside them. */
const MAX_DEPTH = 10
/** Most entries of a list. */
const MAX_ENTRIES = 100

/** Figures of the time since the last report, which count once. */
type Since = Pick<
  EdgeInstanceData,
  'requestsSinceLastReport' | 'connectionConsumptionSinceLastReport' | 'requestConsumptionSinceLastReport'
>
type State = Omit<EdgeInstanceData, keyof Since | 'connectedEdges'>

interface Behind {
  state: State
  since: Since
  /** The one that has told of it; undefined: it reports here. */
  reporter: string | undefined
  atMs: number
}

/** An instance of Edge, with the one that has told of it. */
export interface ToldOf {
  instance: EdgeInstanceData
  /** null: it reports here. */
  reporter: string | null
}

/**
 * Keeps the latest reports of instances behind this one, for its own report to the upstream. In memory alone: they report again within a
 * minute.
 */
export class EdgesBehind {
  readonly #behind = new Map<string, Behind>()

  /** Takes the instances of one report, each after the one that has told of it. */
  note(told: readonly ToldOf[], now: Date): void {
    const seen = new Set<string>()
    for (const { instance, reporter } of told) {
      const { identifier } = instance
      if (seen.has(identifier)) continue
      seen.add(identifier)
      const { state, since } = partsOf(instance)
      const before = this.#behind.get(identifier)
      // the order is that of the reports
      this.#behind.delete(identifier)
      this.#behind.set(identifier, {
        state,
        since: before && Object.keys(before.since).length > 0 ? sumOf(before.since, since) : since,
        reporter: reporter ?? undefined,
        atMs: now.getTime(),
      })
    }
    for (const oldest of this.#behind.keys()) {
      if (this.#behind.size <= MAX_INSTANCES) return
      this.#behind.delete(oldest)
    }
  }

  /**
   * Takes those that are there, as a tree. What they count since their last report is handed out once. `self`: this instance, if it is
   * in a circle. If all have more characters than there may be, they come without details, and then some not at all.
   */
  take(now: Date, { self, maxLength }: { self: string; maxLength: number }): EdgeInstanceData[] {
    for (const [id, { atMs }] of this.#behind)
      if (id === self || now.getTime() - atMs > SILENT_MS) this.#behind.delete(id)
    const all = [...this.#behind.values()].map(({ state, since, reporter }) => ({
      instance: { ...state, ...since, connectedEdges: [] },
      reporter,
    }))
    for (const one of this.#behind.values()) one.since = {}
    const whole = all.reduce((sum, { instance }) => sum + lengthOf(instance), 0)
    const list = whole <= maxLength ? all : all.map((one) => ({ ...one, instance: bare(one.instance) }))
    return treeOf(list, maxLength)
  }
}

function treeOf(
  list: readonly { instance: EdgeInstanceData; reporter: string | undefined }[],
  maxLength: number,
): EdgeInstanceData[] {
  const roots: EdgeInstanceData[] = []
  const placed = new Map<string, { instance: EdgeInstanceData; depth: number }>()
  let left = maxLength
  for (const { instance, reporter } of list) {
    left -= lengthOf(instance)
    if (left < 0) break
    const above = reporter === undefined ? undefined : placed.get(reporter)
    const parent = above && above.depth < MAX_DEPTH && above.instance.connectedEdges.length < MAX_ENTRIES
    placed.set(instance.identifier, { instance, depth: parent ? above.depth + 1 : 1 })
    if (parent) above.instance.connectedEdges.push(instance)
    else if (roots.length < MAX_ENTRIES) roots.push(instance)
  }
  return roots
}

function partsOf({
  requestsSinceLastReport,
  connectionConsumptionSinceLastReport,
  requestConsumptionSinceLastReport,
  connectedEdges: _others,
  ...state
}: EdgeInstanceData): { state: State; since: Since } {
  const since = {
    ...(requestsSinceLastReport ? { requestsSinceLastReport } : {}),
    ...(connectionConsumptionSinceLastReport ? { connectionConsumptionSinceLastReport } : {}),
    ...(requestConsumptionSinceLastReport ? { requestConsumptionSinceLastReport } : {}),
  }
  return {
    state: isSmall(state) ? state : withoutDetails(state),
    since: isSmall(since) ? since : {},
  }
}

const isSmall = (part: object) => JSON.stringify(part).length <= MAX_DETAILS

const withoutDetails = <T extends State>(state: T): T => ({
  ...state,
  traffic: { get: {}, post: {}, accessDenied: {}, cachedResponses: {} },
  apiKeyRevisionIds: null,
})

const bare = (instance: EdgeInstanceData): EdgeInstanceData => ({
  ...withoutDetails(partsOf(instance).state),
  connectedEdges: [],
})

const lengthOf = (instance: EdgeInstanceData) => JSON.stringify(instance).length + 1

/** Adds what was counted in two times, of which the first was not handed out yet. Of more than there may be, the second stays. */
function sumOf(first: Since, second: Since): Since {
  const requests = new Map(Object.entries(first.requestsSinceLastReport ?? {}))
  for (const [path, added] of Object.entries(second.requestsSinceLastReport ?? {})) {
    const { requests200 = 0, requests304 = 0 } = requests.get(path) ?? {}
    requests.set(path, {
      requests200: requests200 + (added.requests200 ?? 0),
      requests304: requests304 + (added.requests304 ?? 0),
    })
  }
  const joined = <T>(one: readonly T[] = [], other: readonly T[] = []) =>
    [...one, ...other].slice(-MAX_ENTRIES)
  const polls = first.connectionConsumptionSinceLastReport
  const morePolls = second.connectionConsumptionSinceLastReport
  const sum = {
    requestsSinceLastReport: Object.fromEntries(requests),
    connectionConsumptionSinceLastReport: {
      features: joined(polls?.features, morePolls?.features),
      metrics: joined(polls?.metrics, morePolls?.metrics),
    },
    requestConsumptionSinceLastReport: joined(
      first.requestConsumptionSinceLastReport,
      second.requestConsumptionSinceLastReport,
    ),
  }
  return isSmall(sum) ? sum : second
}
