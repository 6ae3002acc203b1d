/** Sender of e-mails. */
export interface Sender {
  name: string
  address: string
}

/** Parses `Name <address>` or an address alone; undefined: it is neither. */
export function parseSender(text: string): Sender | undefined {
  const trimmed = text.trim()
  const begin = trimmed.endsWith('>') ? trimmed.lastIndexOf('<') : -1
  const address = begin === -1 ? trimmed : trimmed.slice(begin + 1, -1).trim()
  if (!isEmailAddress(address)) return undefined
  const name = begin === -1 ? '' : trimmed.slice(0, begin).trim()
  const isQuoted = name.length > 1 && name.startsWith('"') && name.endsWith('"')
  return { name: isQuoted ? name.slice(1, -1) : name, address }
}

const DOMAIN = /^[\w.:[\]-]+$/
const NEVER = /[\s<>,;"]/

/** Checks whether a text is one e-mail address that can be sent to, also of a host without a dot. */
export function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf('@')
  return at > 0 && text.length <= 254 && DOMAIN.test(text.slice(at + 1)) && !NEVER.test(text.slice(0, at))
}
