import { figure } from './figures.ts'
import { surroundings } from './surroundings.ts'

/** Gives a text to the person as a file. */
export function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/octet-stream' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}

/** Says that a list was too long to be saved as a whole. */
export function reportOmittedRows(read: number, total: number): void {
  if (read >= total) return
  surroundings.notifyDone(
    `Saved the first ${figure(read)} of ${figure(total)} rows. Narrow the filters to save the others.`,
  )
}
