const two = (number: number) => String(number).padStart(2, '0')

/** An instant for an input of local date and time, to the second; '' for what is none. */
export function toLocalInput(instant: string): string {
  const at = new Date(instant)
  if (instant === '' || Number.isNaN(at.getTime())) return ''
  const day = [String(at.getFullYear()).padStart(4, '0'), two(at.getMonth() + 1), two(at.getDate())].join('-')
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
}

/** The instant that such an input names; '' for none. */
export function toInstant(local: string): string {
  const at = new Date(local)
  return local === '' || Number.isNaN(at.getTime()) ? '' : at.toISOString()
}

/** "2026-12-24 18:00:00 UTC", for whoever compares with what the service stores. */
export function inUtc(instant: string): string | undefined {
  const at = new Date(instant)
  if (instant === '' || Number.isNaN(at.getTime())) return undefined
  return `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}
