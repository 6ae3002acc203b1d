const KEPT_MS = 24 * 3_600_000

/** Time after which an e-mail is given up. Links in e-mails are valid as long. */
export const expiryOf = (now: Date): string => new Date(now.getTime() + KEPT_MS).toISOString()

/** Names the purpose of a sealed link, so that it opens for its own e-mail only. */
export const linkPurposeOf = (cause: string): string => `email.link.${cause}`
