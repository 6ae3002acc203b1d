/** Value of a figure with its labels, as prom-client has them. */
export interface FigureValue {
  readonly labels: Readonly<Record<string, string | number>>
  readonly value: number
  /** Name of a value of a histogram: its buckets, its sum, its count. */
  readonly metricName?: string
}

/** Figure of the service with all its values. */
export interface Figure {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram' | 'summary'
  readonly values: readonly FigureValue[]
}
