/**
 * Former flags: /api/admin/features, as it was before version 5. A flag has no environments there: what is read and
 * changed is that of one (ADR 0019), each change by today's use cases, with what they ask for.
 */
export { formerFlagsHttp } from './former-flags.http.ts'
