import type {
  LoggedRequest,
  RecordedBody,
  RefusedBy,
  RequestCaller,
} from '#shared/instance/schemas/request-log.ts'
import { figure } from '#ui/figures.ts'

const KINDS: Readonly<Record<RequestCaller, string>> = {
  user: 'user',
  'admin-token': 'admin token',
  'backend-token': 'backend token',
  'frontend-token': 'frontend token',
  'signal-token': 'signal token',
  'scim-token': 'identity provider',
  system: 'the service',
  anonymous: 'nobody',
  'unknown-token': 'unknown token',
  unchecked: 'not checked',
}

/** Names a caller in the list: by name, else by kind. */
export const callerInWords = ({ caller, callerName }: Pick<LoggedRequest, 'caller' | 'callerName'>): string =>
  callerName ?? KINDS[caller]

/** Names a caller with its kind: "shop (backend token)". */
export const callerWithKind = ({
  caller,
  callerName,
}: Pick<LoggedRequest, 'caller' | 'callerName'>): string =>
  callerName === null ? KINDS[caller] : `${callerName} (${KINDS[caller]})`

/** Names an option of the filter, which is a name or a kind. */
export const callerOption = (name: string): string =>
  Object.hasOwn(KINDS, name) ? KINDS[name as RequestCaller] : name

const CHECKS: Readonly<Record<RefusedBy, string>> = {
  origin: 'Refused: foreign host or page',
  'sign-in': 'Refused: not signed in',
  'token-kind': 'Refused: wrong kind of token',
  'rate-limit': 'Refused: too many requests',
  request: 'Refused: invalid request',
  permission: 'Refused: permission missing',
  maintenance: 'Refused: maintenance mode',
  rule: 'Refused: not allowed here',
  'not-found': 'Not found',
  conflict: 'Refused: conflict',
  service: 'Failed in the service',
}

/** Says in a few words how a request ended. */
export function outcomeInWords({
  status,
  refusedBy,
}: Pick<LoggedRequest, 'status'> & { refusedBy: RefusedBy | null }): string {
  if (refusedBy !== null) return CHECKS[refusedBy]
  if (status === null) return 'Stream is open'
  return status === 304 ? 'Answered: not modified' : 'Answered'
}

type Tone = 'neutral' | 'success' | 'warning' | 'danger' | 'accent'

/** Colour of a status. */
export function toneOf(status: number | null): Tone {
  if (status === null) return 'accent'
  if (status >= 500) return 'danger'
  return status >= 400 ? 'warning' : 'neutral'
}

/** "0.4 ms", "12 ms", "1.5 s" */
export function durationInWords(ms: number | null): string {
  if (ms === null) return ''
  if (ms >= 1000) return `${figure(Math.round(ms / 100) / 10)} s`
  return `${figure(ms < 10 ? Math.round(ms * 10) / 10 : Math.round(ms))} ms`
}

/** "512 B", "1.5 kB" */
export function sizeInWords(bytes: number | null): string {
  if (bytes === null) return ''
  return bytes < 1024 ? `${bytes} B` : `${figure(Math.round(bytes / 102.4) / 10)} kB`
}

const BODIES: Readonly<Record<Exclude<RecordedBody['state'], 'recorded'>, string>> = {
  empty: 'No body.',
  'not-recorded': 'Not recorded. Bodies are recorded only while “Record bodies” is on.',
  'too-large': 'Not recorded: it is larger than 32 kB.',
  'not-json': 'Not recorded: it is not JSON.',
  withheld: 'Never recorded: bodies of this operation carry secrets.',
}

/** Says why there is no body to show. */
export const absentBodyInWords = (state: Exclude<RecordedBody['state'], 'recorded'>): string => BODIES[state]
