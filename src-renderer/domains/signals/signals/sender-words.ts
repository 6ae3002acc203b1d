import type {
  CheckResult,
  RequestOutcome,
  SenderCheckName,
  SenderRequest,
} from '#shared/signals/schemas/sender-request.ts'
import { counted, figure } from '#ui/figures.ts'

/** Texts for the checks of a request to an endpoint. */
export const CHECK_WORDS: Record<SenderCheckName, string> = {
  size: 'Size',
  token: 'Token',
  signature: 'Signature',
  time: 'Time of the delivery',
  rate: 'Rate',
  body: 'Body',
  endpoint: 'Endpoint',
  'delivery-id': 'Delivery id',
}

/** Texts for the results of checks, for badges. */
export const RESULT_WORDS: Record<CheckResult, { label: string; tone: 'success' | 'danger' | 'neutral' }> = {
  passed: { label: 'passed', tone: 'success' },
  failed: { label: 'failed', tone: 'danger' },
  unused: { label: 'not used', tone: 'neutral' },
  unchecked: { label: 'not checked', tone: 'neutral' },
}

/** Says in a few words what became of a request: "Stored as signal 17", or the checks that failed. */
export function summaryOf({ signalId, checks }: Pick<SenderRequest, 'signalId' | 'checks'>): string {
  if (signalId !== null) return `Stored as signal ${signalId}`
  const failed = checks.filter(({ result }) => result === 'failed')
  if (failed.length === 0) return 'Refused'
  return `${counted(failed.length, 'check')} failed: ${failed.map(({ check }) => CHECK_WORDS[check]).join(', ')}`
}

const OUTCOME_WORDS: Partial<Record<RequestOutcome, string>> = {
  stored: 'stored',
  repeated: 'repeated',
  other: 'refused for another reason',
}

/** Says how many requests came, by what became of them: "12 stored, 3 repeated, 2 refused: Signature". */
export const countsInWords = (counts: readonly { outcome: RequestOutcome; requests: number }[]): string =>
  counts
    .map(({ outcome, requests }) => {
      const words = OUTCOME_WORDS[outcome] ?? `refused: ${CHECK_WORDS[outcome as SenderCheckName]}`
      return `${figure(requests)} ${words}`
    })
    .join(', ')

/** Requests that a sender is asked to send for a test. */
export const TEST_REQUESTS = 3

/** Counts the requests that came since a test began, which are those with a higher number than the newest of before. */
export const countSince = (requests: readonly Pick<SenderRequest, 'id'>[], before: number): number =>
  Math.min(TEST_REQUESTS, requests.filter(({ id }) => id > before).length)
