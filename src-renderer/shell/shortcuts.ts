import { NAVIGATION } from './navigation.ts'

/** Modifier key of commands, as labelled on the keyboard. */
export const modifier = navigator.userAgent.includes('Mac') ? '⌘' : 'Ctrl'

/** Effect of a key, with its text in the list of shortcuts. */
export interface Shortcut {
  keys: string
  label: string
}

export const SHORTCUTS: readonly Shortcut[] = [
  { keys: `${modifier} K`, label: 'Search and run commands' },
  ...NAVIGATION.flatMap(({ key, label }) => (key === undefined ? [] : [{ keys: `g ${key}`, label }])),
  { keys: '?', label: 'Show shortcuts' },
  { keys: 'Esc', label: 'Close the top layer' },
]

const SEQUENCE_MS = 1200

/** Checks whether the user is typing into a field. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  )
}

/**
 * Recognises `g` followed by a letter within a second or so. Pass every key that is not typed into a field;
 * returns the letter that completed a jump.
 */
export function createJumpSequence(now: () => number): (key: string) => string | undefined {
  let startedAt: number | undefined
  return (key) => {
    const running = startedAt !== undefined && now() - startedAt < SEQUENCE_MS
    startedAt = !running && key === 'g' ? now() : undefined
    return running ? key : undefined
  }
}
