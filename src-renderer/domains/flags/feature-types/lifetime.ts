import { counted } from '#ui/figures.ts'

/** "40 days" */
export function lifetimeInWords(days: number | null): string {
  if (days === null || days === 0) return 'no expected lifetime'
  return counted(days, 'day')
}

/** The days that a text says; blank or 0: for ever. NaN: no number. */
export function toLifetime(text: string): number | null {
  return text.trim() === '' ? null : Number(text) === 0 ? null : Number(text)
}
