/** Modifier key of commands, as labelled on the keyboard. */
export const modifier = navigator.userAgent.includes('Mac') ? '⌘' : 'Ctrl'

const SEQUENCE_MS = 1200
/** Keys that begin a jump: any page, then one of a section. */
const LEADERS = new Set(['g', 'c', 'i', 'a', 's'])

/**
 * Recognises two keys within a second or so, such as `g` and `p`. Pass every key that is not typed into a field;
 * returns both keys once the second completes a jump.
 */
export function createJumpSequence(now: () => number): (key: string) => string | undefined {
  let started: { leader: string; at: number } | undefined
  return (key) => {
    const running = started !== undefined && now() - started.at < SEQUENCE_MS ? started : undefined
    started = !running && LEADERS.has(key) ? { leader: key, at: now() } : undefined
    return running && `${running.leader} ${key}`
  }
}
