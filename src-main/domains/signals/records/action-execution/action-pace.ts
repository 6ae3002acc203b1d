/** How often the queue of signals is emptied, and how many signals are executed between two pauses: configuration. */
export interface ActionPace {
  readonly intervalSeconds: number
  readonly perCycle: number
}
