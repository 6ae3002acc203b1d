import { ExportResultCode, type ExportResult } from '@opentelemetry/core'

import type { Logger } from '#kernel/logger.ts'
import { explainFailure } from '#kernel/outbound.ts'

/** Address of a collector for one kind of telemetry. */
export interface Receiver {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly isProtobuf: boolean
  readonly isPacked: boolean
  readonly timeoutMs: number
}

interface Exporter<Items> {
  export(items: Items, done: (result: ExportResult) => void): void
}

/** Logs when a collector begins to fail, and when it works again. Another failure in between is the same one: nothing listens, or late. */
export class CollectorWatch {
  readonly #host: string
  readonly #telemetry: 'traces' | 'metrics'
  readonly #logger: Pick<Logger, 'info' | 'warn'>
  #problem: string | undefined

  constructor({ url }: Receiver, telemetry: 'traces' | 'metrics', logger: Pick<Logger, 'info' | 'warn'>) {
    this.#host = new URL(url).host
    this.#telemetry = telemetry
    this.#logger = logger
  }

  /** Watches an exporter. */
  over<Items, E extends Exporter<Items>>(exporter: E & Exporter<Items>): E {
    const send = exporter.export.bind(exporter)
    exporter.export = (items, done) =>
      send(items, (result) => {
        this.note(result.code === ExportResultCode.SUCCESS ? undefined : this.#explain(result.error))
        done(result)
      })
    return exporter
  }

  note(problem: string | undefined): void {
    const wasFailing = this.#problem !== undefined
    this.#problem = problem
    if ((problem !== undefined) === wasFailing) return
    const fields = { telemetry: this.#telemetry, host: this.#host }
    if (problem === undefined) this.#logger.info(fields, 'telemetry is accepted again')
    else this.#logger.warn({ ...fields, problem }, 'telemetry is not accepted')
  }

  /** Says that something did not end in time. */
  noteLate(): void {
    this.note(this.#problem ?? `${this.#host} did not answer in time.`)
  }

  /** Explains a failure without the answer, which may repeat what was sent. */
  #explain(error: unknown): string {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    return typeof code === 'number' ? `The collector answers ${code}.` : explainFailure(error, this.#host)
  }
}
