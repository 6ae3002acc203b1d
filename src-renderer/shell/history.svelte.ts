/** Tells whether back and forward lead anywhere. Browsers without the Navigation API leave both on. */
export const historyState = $state({ canGoBack: true, canGoForward: true })

/** Follows the window's history. Returns the function that stops it. */
export function followHistory(): () => void {
  if (!('navigation' in window)) return () => undefined
  const { navigation } = window
  const read = () => {
    historyState.canGoBack = navigation.canGoBack
    historyState.canGoForward = navigation.canGoForward
  }
  read()
  navigation.addEventListener('currententrychange', read)
  return () => navigation.removeEventListener('currententrychange', read)
}

const isMac = navigator.userAgent.includes('Mac')

/** The direction that a key asks for; browsers have these keys themselves, the window does not. */
export function travelKey({
  key,
  altKey,
  metaKey,
  ctrlKey,
  shiftKey,
}: Pick<KeyboardEvent, 'key' | 'altKey' | 'metaKey' | 'ctrlKey' | 'shiftKey'>):
  'back' | 'forward' | undefined {
  if (ctrlKey || shiftKey) return undefined
  const [back, forward] = isMac ? ['[', ']'] : ['ArrowLeft', 'ArrowRight']
  if (!(isMac ? metaKey && !altKey : altKey && !metaKey)) return undefined
  return key === back ? 'back' : key === forward ? 'forward' : undefined
}

/** The direction that a button of the mouse asks for. */
export const travelButton = (button: number): 'back' | 'forward' | undefined =>
  button === 3 ? 'back' : button === 4 ? 'forward' : undefined

export const go = (direction: 'back' | 'forward'): void => history[direction]()
