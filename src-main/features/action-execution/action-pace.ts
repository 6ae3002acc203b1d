/** How often signals are handed to the actions, and how many of them at a time: configuration. */
export interface ActionPace {
  readonly intervalSeconds: number
  readonly perCycle: number
}
