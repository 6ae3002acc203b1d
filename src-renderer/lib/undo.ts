/** Acts that can be undone while their notices are shown, the newest last. */
const offered = new Map<string | number, () => void>()

/** Offers an undo by Ctrl+Z, or Cmd+Z, as long as its notice is shown. */
export function offerUndo(notice: string | number, undo: () => void): void {
  if (offered.size === 0) window.addEventListener('keydown', onKeydown)
  offered.set(notice, undo)
}

/** Ends the offer: its notice is gone, or it was undone. */
export function withdrawUndo(notice: string | number): void {
  offered.delete(notice)
  if (offered.size === 0) window.removeEventListener('keydown', onKeydown)
}

function onKeydown(event: KeyboardEvent): void {
  const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z'
  if (!isUndo || isEditing(event.target)) return
  const newest = [...offered.values()].at(-1)
  if (!newest) return
  event.preventDefault()
  newest()
}

/** A field undoes what was typed into it. */
const isEditing = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable="true"]') !== null
