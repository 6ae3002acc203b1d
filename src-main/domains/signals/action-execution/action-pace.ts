/**
 * Configured pace of actions: how often the queue is processed, and how many signals are executed between two
 * pauses.
 */
export interface ActionPace {
  readonly intervalSeconds: number
  readonly perCycle: number
}
