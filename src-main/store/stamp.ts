/** An instant as it stands in the names of files: `20261121T051213456Z`. */
export function toStamp(at: Date): string {
  return at.toISOString().replace(/[-:.]/g, '')
}

/** The instant of a stamp; undefined: it is none. */
export function fromStamp(stamp: string): Date | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/.exec(stamp)
  if (!match) return undefined
  const [, year, month, day, hour, minute, second, ms] = match
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`)
  return Number.isNaN(date.getTime()) ? undefined : date
}
