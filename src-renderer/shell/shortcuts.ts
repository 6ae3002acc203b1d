import { NAVIGATION } from './navigation.ts'

/** The key that commands are held with, as it is written on the keyboard. */
export const modifier = navigator.userAgent.includes('Mac') ? '⌘' : 'Ctrl'

/** What a key does, and the words of the sheet. */
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

/** Whether keys are being typed into something. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  )
}

/**
 * Recognises `g` followed by a letter within a second or so. Feed it every key that is not typed into something;
 * answers the letter that completed a jump.
 */
export function createJumpSequence(now: () => number): (key: string) => string | undefined {
  let startedAt: number | undefined
  return (key) => {
    const running = startedAt !== undefined && now() - startedAt < SEQUENCE_MS
    startedAt = !running && key === 'g' ? now() : undefined
    return running ? key : undefined
  }
}
