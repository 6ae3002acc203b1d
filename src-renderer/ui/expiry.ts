/** Choices of a token's lifetime; the value is in days. */
export const EXPIRY_CHOICES = [
  { value: '7', label: 'In 7 days' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'never', label: 'Never' },
] as const

export type ExpiryChoice = (typeof EXPIRY_CHOICES)[number]['value']

const DAY_MS = 86_400_000
/**
 * Expiry of personal tokens that never expire: they always need a date, so it is far away
 * (docs/contract/access.md#personal-tokens).
 */
const FAR = '3000-01-01T00:00:00.000Z'

/** Calculates the expiry of a token for a choice; null: never. */
export function expiryOf(choice: ExpiryChoice, now: Date): string | null {
  return choice === 'never' ? null : new Date(now.getTime() + Number(choice) * DAY_MS).toISOString()
}

/** Calculates the expiry for tokens that require one; "never" becomes the far date. */
export const certainExpiryOf = (choice: ExpiryChoice, now: Date): string => expiryOf(choice, now) ?? FAR

export const isForever = (expiresAt: string | null): boolean => expiresAt === null || expiresAt >= FAR

export const isExpired = (expiresAt: string | null, now: Date): boolean =>
  expiresAt !== null && expiresAt <= now.toISOString()
