/** Checks an e-mail address against a comma-separated list of domains. An empty list allows all of them. */
export function isAllowedEmail(email: string | undefined, emailDomains: string | undefined): boolean {
  const domains = (emailDomains ?? '')
    .split(',')
    .map((domain) => domain.trim().toLowerCase().replace(/^@/, ''))
    .filter((domain) => domain !== '')
  if (domains.length === 0) return true
  const at = email?.lastIndexOf('@') ?? -1
  return email !== undefined && at > 0 && domains.includes(email.slice(at + 1).toLowerCase())
}
