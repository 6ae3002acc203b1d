import { Graph } from './cycles.ts'
import { tell, type Anomaly, type History, type Transaction } from './history.ts'

/** Why a call came before another: the next value, a value that was read, a value that was not read yet; one client's order; time. */
type Edge = 'ww' | 'wr' | 'rw' | 'session' | 'time'

/** Longest list of anomalies: the first ones tell what is wrong. */
const MOST = 20

/**
 * Finds what no order of the calls explains, in which each takes effect at one moment between its sending and its answer (strict
 * serializability). The copy of each Halyard is judged by itself: it may be late, and has its own writes before those of others; but it is
 * whole, and for its own clients it never goes back. Ends with reads of every list: what is not in them is lost.
 */
export function checkHistory(history: History): Anomaly[] {
  const { orders, anomalies } = ordersOf(history)
  // the order of the values is not known: cycles would be of the checker's making
  if (anomalies.some(({ kind }) => kind === 'forked' || kind === 'twice')) return anomalies.slice(0, MOST)
  const happened = history.filter(
    ({ outcome, appends }) =>
      outcome === 'acknowledged' ||
      appends.some(({ list, value }) => orders.get(list)?.includes(value) === true),
  )
  const copies = new Set(happened.flatMap(({ copy }) => copy ?? []))
  const found = [undefined, ...copies].flatMap((copy) => cyclesIn(happened, orders, copy))
  return [...anomalies, ...found].slice(0, MOST)
}

/** Values of each list in their order: the longest read, of which all others are the beginning. */
function ordersOf(history: History): { orders: Map<string, readonly string[]>; anomalies: Anomaly[] } {
  const anomalies: Anomaly[] = []
  const orders = new Map<string, readonly string[]>()
  for (const { reads } of history)
    for (const { list, values } of reads)
      if (values.length >= (orders.get(list)?.length ?? 0)) orders.set(list, values)
  for (const [list, values] of orders)
    if (new Set(values).size < values.length)
      anomalies.push({ kind: 'twice', shown: [`${list} = ${values.join(',')}`] })
  for (const call of history)
    for (const { list, values } of call.reads) {
      const at = values.findIndex((value, n) => orders.get(list)?.[n] !== value)
      if (at !== -1) anomalies.push({ kind: 'forked', shown: [`${list} from ${values[at]}`, tell(call)] })
    }
  const appended = new Map<string, Transaction>()
  for (const call of history)
    for (const { list, value } of call.appends) {
      appended.set(`${list} ${value}`, call)
      const isThere = orders.get(list)?.includes(value) === true
      if (call.outcome === 'acknowledged' && !isThere)
        anomalies.push({ kind: 'lost', shown: [value, tell(call)] })
      if (call.outcome === 'refused' && isThere)
        anomalies.push({ kind: 'refused', shown: [value, tell(call)] })
    }
  for (const [list, values] of orders)
    for (const value of values)
      if (!appended.has(`${list} ${value}`)) anomalies.push({ kind: 'invented', shown: [list, value] })
  return { orders, anomalies }
}

/** Cycles by the data alone, else with the order of sessions, else with that of time, too. With a copy: it, and its clients. */
function cyclesIn(
  all: History,
  orders: ReadonlyMap<string, readonly string[]>,
  copy: string | undefined,
): Anomaly[] {
  const history = all.filter((call) => call.copy === undefined || call.copy === copy)
  const graph = new Graph<Edge>(history.length)
  addData(graph, history, orders)
  const clients = new Set(history.flatMap((call) => (call.copy === copy ? [call.client] : [])))
  for (const [within, add] of [
    [undefined, () => undefined],
    ['session', () => addSessions(graph, history, clients)],
    ['time', () => copy === undefined && addTime(graph, history)],
  ] as const) {
    add()
    const cycles = graph.cycles()
    if (cycles.length > 0)
      return cycles.map(({ nodes, kinds }) => ({
        kind: kindOf(kinds),
        ...(within ? { within } : {}),
        shown: nodes.flatMap((node, at) => {
          const call = history[node]
          return call ? [`${tell(call)} → ${kinds[at]}`] : []
        }),
      }))
  }
  return []
}

/** Names of a cycle by what it is made of (A. Adya, 1999). */
function kindOf(kinds: readonly Edge[]): Anomaly['kind'] {
  const missed = kinds.filter((kind) => kind === 'rw').length
  if (missed > 1) return 'G2'
  if (missed === 1) return 'G-single'
  return kinds.includes('wr') ? 'G1c' : 'G0'
}

function addData(graph: Graph<Edge>, history: History, orders: ReadonlyMap<string, readonly string[]>): void {
  const writers = new Map<string, number>()
  for (const [node, { appends }] of history.entries())
    for (const { list, value } of appends) writers.set(`${list} ${value}`, node)
  const writerOf = (list: string, value: string | undefined) => writers.get(`${list} ${value}`)
  for (const [list, values] of orders)
    for (const [at, value] of values.entries()) {
      const [writer, next] = [writerOf(list, value), writerOf(list, values[at + 1])]
      if (writer !== undefined && next !== undefined) graph.add(writer, next, 'ww')
    }
  for (const [node, { reads }] of history.entries())
    for (const { list, values } of reads) {
      const writer = writerOf(list, values.at(-1))
      const next = writerOf(list, orders.get(list)?.[values.length])
      if (writer !== undefined) graph.add(writer, node, 'wr')
      if (next !== undefined) graph.add(node, next, 'rw')
    }
}

/** The calls of a client follow each other: a copy never goes back, and knows what its own client wrote there. */
function addSessions(graph: Graph<Edge>, history: History, clients: ReadonlySet<string>): void {
  const last = new Map<string, number>()
  for (const [node, call] of [...history.entries()].toSorted(([, a], [, b]) => a.began - b.began)) {
    if (!clients.has(call.client)) continue
    const before = last.get(call.client)
    if (before !== undefined && (history[before]?.ended ?? Infinity) < call.began)
      graph.add(before, node, 'session')
    if (Number.isFinite(call.ended)) last.set(call.client, node)
  }
}

/** A call that was answered before another was sent came first. Only the latest of them have edges: the others follow. */
function addTime(graph: Graph<Edge>, history: History): void {
  const moments = [...history.entries()].flatMap(([node, { began, ended }]) => [
    { at: began, node, isEnd: false },
    ...(Number.isFinite(ended) ? [{ at: ended, node, isEnd: true }] : []),
  ])
  let latest: number[] = []
  for (const { node, isEnd } of moments.toSorted((a, b) => a.at - b.at || Number(a.isEnd) - Number(b.isEnd)))
    if (isEnd) {
      const { began } = history[node] ?? { began: Infinity }
      latest = [...latest.filter((other) => (history[other]?.ended ?? Infinity) >= began), node]
    } else for (const before of latest) graph.add(before, node, 'time')
}
