/** A graph whose edges have kinds; the first kind of two nodes counts. */
export class Graph<Kind extends string> {
  readonly #next: Map<number, Kind>[]

  constructor(nodes: number) {
    this.#next = Array.from({ length: nodes }, () => new Map<number, Kind>())
  }

  add(from: number, to: number, kind: Kind): void {
    if (from !== to && !this.#next[from]?.has(to)) this.#next[from]?.set(to, kind)
  }

  /** A shortest cycle of each strongly connected component, as its nodes and the kinds of the edges after them. */
  cycles(): { nodes: number[]; kinds: Kind[] }[] {
    return this.#components()
      .filter((component) => component.length > 1)
      .map((component) => this.#shortest(component))
  }

  /** Tarjan's algorithm, without recursion: a history has more calls than a stack has room. */
  #components(): number[][] {
    const index = new Map<number, number>()
    const low = new Map<number, number>()
    const open: number[] = []
    const isOpen = new Set<number>()
    const components: number[][] = []
    for (const start of this.#next.keys()) {
      if (index.has(start)) continue
      const path: { node: number; left: MapIterator<number> }[] = []
      const enter = (node: number) => {
        index.set(node, index.size)
        low.set(node, index.size - 1)
        open.push(node)
        isOpen.add(node)
        path.push({ node, left: (this.#next[node] ?? new Map<number, Kind>()).keys() })
      }
      enter(start)
      for (let at = path.at(-1); at; at = path.at(-1)) {
        const { node, left } = at
        const { value: next, done } = left.next()
        if (!done) {
          if (!index.has(next)) enter(next)
          else if (isOpen.has(next)) low.set(node, Math.min(low.get(node) ?? 0, index.get(next) ?? 0))
          continue
        }
        path.pop()
        const parent = path.at(-1)?.node
        if (parent !== undefined) low.set(parent, Math.min(low.get(parent) ?? 0, low.get(node) ?? 0))
        if (low.get(node) !== index.get(node)) continue
        const component = open.splice(open.indexOf(node))
        for (const one of component) isOpen.delete(one)
        components.push(component)
      }
    }
    return components
  }

  #shortest(component: readonly number[]): { nodes: number[]; kinds: Kind[] } {
    const within = new Set(component)
    let best: number[] = []
    for (const start of component.slice(0, MOST_STARTS)) {
      const found = this.#back(start, within)
      if (best.length === 0 || (found.length > 0 && found.length < best.length)) best = found
    }
    const kinds = best.map((node, at) => this.#next[node]?.get(best[(at + 1) % best.length] ?? -1))
    return { nodes: best, kinds: kinds.filter((kind) => kind !== undefined) }
  }

  /** The shortest way from a node back to itself, by breadth. */
  #back(start: number, within: ReadonlySet<number>): number[] {
    const from = new Map<number, number>()
    const queue = [start]
    for (const node of queue)
      for (const next of this.#next[node]?.keys() ?? []) {
        if (next === start) {
          const way = [node]
          for (let at = from.get(node); at !== undefined; at = from.get(at)) way.unshift(at)
          return way
        }
        if (!within.has(next) || from.has(next)) continue
        from.set(next, node)
        queue.push(next)
      }
    return []
  }
}

/** Nodes of a component from which a cycle is looked for: one that is short enough to read is among so many. */
const MOST_STARTS = 200
