import { Notification } from 'electron'

import type { Notice } from './notice-watch.ts'

/** Shows a notification of the system, where it has any. Returns the function that takes it off the screen. */
export function showNotice({ title, body, onClick }: Notice): () => void {
  if (!Notification.isSupported()) return () => undefined
  const notification = new Notification({ title, body })
  notification.on('click', onClick)
  notification.show()
  return () => {
    // one that is taken off is not to be clicked any more
    notification.removeAllListeners('click')
    notification.close()
  }
}
