import type { Duplex } from 'node:stream'

/**
 * Messages between a worker and the main process: a line of JSON each. They have a stream of their own, as connections that are passed
 * wait for each other.
 */
export class MessageStream<In, Out> {
  readonly #stream: Duplex
  /** Parts of a message of which the end has not come. */
  #parts: string[] = []

  constructor(stream: Duplex, take: (message: In) => void) {
    this.#stream = stream
    // the process at the other end has gone: its end is noted elsewhere
    stream.on('error', () => undefined)
    stream.setEncoding('utf8')
    stream.on('data', (text: string) => {
      for (const line of this.#linesIn(text)) take(JSON.parse(line) as In)
    })
  }

  /** Sends a message. Resolves when it is on its way; false: there is nobody to read it. */
  send(message: Out): Promise<boolean> {
    return new Promise((resolve) => {
      if (!this.#stream.writable) return resolve(false)
      this.#stream.write(`${JSON.stringify(message)}\n`, (error) => resolve(!error))
    })
  }

  #linesIn(text: string): string[] {
    const lines = text.split('\n')
    const rest = lines.pop() ?? ''
    const [first] = lines
    if (first !== undefined) {
      lines[0] = [...this.#parts, first].join('')
      this.#parts = []
    }
    if (rest !== '') this.#parts.push(rest)
    return lines
  }
}
