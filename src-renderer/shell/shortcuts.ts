/** Modifier key of commands, as labelled on the keyboard. */
export const modifier = navigator.userAgent.includes('Mac') ? '⌘' : 'Ctrl'

const SEQUENCE_MS = 1200
/**
 * Recognises two keys within a second or so, such as `g` and `p`, of which the first begins a jump. Pass every key that is
 * not typed into a field; returns both keys once there is a second.
 */
export function createJumpSequence(
  now: () => number,
  begins: (key: string) => boolean,
): (key: string) => string | undefined {
  let started: { leader: string; at: number } | undefined
  return (key) => {
    const running = started !== undefined && now() - started.at < SEQUENCE_MS ? started : undefined
    started = !running && begins(key) ? { leader: key, at: now() } : undefined
    return running && `${running.leader} ${key}`
  }
}
