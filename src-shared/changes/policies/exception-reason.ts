/** HTTP header with the reason for an exception from policies, percent-encoded where it is not plain ASCII. */
export const POLICY_EXCEPTION_HEADER = 'x-halyard-policy-exception'

/** Longest reason that the log keeps. */
export const MAX_EXCEPTION_REASON = 500

/** Makes a reason of what somebody wrote. Undefined: it says nothing. */
export function toExceptionReason(text: unknown): string | undefined {
  const reason = typeof text === 'string' ? text.trim().slice(0, MAX_EXCEPTION_REASON) : ''
  return reason === '' ? undefined : reason
}

/** Reads the reason from the header. */
export function readExceptionHeader(header: string | string[] | undefined): string | undefined {
  const text = Array.isArray(header) ? header[0] : header
  try {
    return toExceptionReason(text === undefined ? undefined : decodeURIComponent(text))
  } catch {
    // a per cent sign of its own
    return toExceptionReason(text)
  }
}

/** Makes the header of a reason, which may be in any language. */
export function exceptionHeader(text: unknown): Record<string, string> {
  const reason = toExceptionReason(text)
  return reason === undefined ? {} : { [POLICY_EXCEPTION_HEADER]: encodeURIComponent(reason) }
}
