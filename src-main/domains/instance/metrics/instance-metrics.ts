import { onFirstUse } from '#runtime/on-first-use.ts'
import type { Figure } from './figure.ts'
import type { FinishedRequest, PrometheusFigures, FigureSources } from './prometheus-figures.ts'

/** Figures of the service for Prometheus, whose library is loaded after the first answer (ADR 8). */
export class InstanceMetrics {
  readonly #load: () => Promise<PrometheusFigures>
  #figures: PrometheusFigures | undefined

  constructor(sources: FigureSources) {
    this.#load = onFirstUse('prom-client', 'the Prometheus endpoint', async () => {
      const { PrometheusFigures } = await import('./prometheus-figures.ts')
      return (this.#figures = new PrometheusFigures(sources))
    })
  }

  /** Counts a finished request. */
  async note(request: FinishedRequest): Promise<void> {
    const figures = this.#figures ?? (await this.#load())
    figures.note(request)
  }

  /** Reads all figures in the text format of Prometheus. */
  async read(): Promise<{ contentType: string; text: string }> {
    const figures = await this.#load()
    return { contentType: figures.contentType, text: await figures.text() }
  }

  /** Reads all figures with their values, for OpenTelemetry. */
  async figures(): Promise<readonly Figure[]> {
    return (await this.#load()).figures()
  }
}
