import type { Status } from '#lib/status.ts'

/** Explains the longest delay of the last minute, and names the operations that ran. */
export function delayWords(lagMs: number, longTurn: Status['longTurn']): string {
  const delay = `In the last minute, the service didn't respond for up to ${lagMs} ms.`
  return longTurn && longTurn.work.length > 0 ? `${delay} Running then: ${longTurn.work.join(', ')}.` : delay
}
