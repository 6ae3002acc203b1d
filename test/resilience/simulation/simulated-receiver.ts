import http from 'node:http'

/** Chances of a request: up to each number, one of these happens to it. */
const FATES = { taken: 0.9, refused: 0.95, cut: 0.99 }

/** A request that has come. */
interface Attempt {
  event: number
  flag: string
  isTaken: boolean
  /** Starts of the sender so far. */
  start: number
}

/** The machine that integrations call: it takes, refuses, cuts off or never answers. */
export class SimulatedReceiver {
  readonly attempts: Attempt[] = []
  /** Starts of the sender so far. */
  readonly #starts: () => number
  readonly #random: () => number
  readonly #server = http.createServer((request, response) => void this.#answer(request, response))

  constructor(random: () => number, starts: () => number) {
    this.#random = random
    this.#starts = starts
  }

  /** Answers the URL. */
  listen(port: number): string {
    this.#server.listen(port)
    return `http://127.0.0.1:${port}/hook`
  }

  async #answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const fate = this.#random()
    const { id, featureName } = JSON.parse(body) as { id: number; featureName: string }
    this.attempts.push({ event: id, flag: featureName, isTaken: fate < FATES.taken, start: this.#starts() })
    if (fate < FATES.refused) response.writeHead(fate < FATES.taken ? 200 : 500).end()
    else if (fate < FATES.cut) response.socket?.destroy()
    // else it never answers
  }

  /** Compares the requests with the flags that were created, by event and in order; answers the faults. */
  findFaults(events: ReadonlyMap<number, string>): string[] {
    const byEvent = new Map<number, Attempt[]>()
    for (const attempt of this.attempts) {
      const those = byEvent.get(attempt.event) ?? []
      byEvent.set(attempt.event, [...those, attempt])
    }
    const faults = [...events.keys()]
      .filter((id) => !byEvent.has(id))
      .map((id) => `LOST: no integration was told of event ${id}`)
    for (const [id, attempts] of byEvent)
      for (const [index, { flag, isTaken, start }] of attempts.entries()) {
        if (events.get(id) !== flag)
          faults.push(`an integration was told that ${flag} was created, and it was not`)
        if (isTaken && attempts[index + 1]?.start === start)
          faults.push(`an integration was told of event ${id} again`)
      }
    const firsts = [...byEvent.keys()]
    for (const [index, id] of firsts.entries())
      if (id < (firsts[index - 1] ?? 0))
        faults.push(`an integration was told of event ${id} after ${firsts[index - 1]}`)
    return faults
  }
}
