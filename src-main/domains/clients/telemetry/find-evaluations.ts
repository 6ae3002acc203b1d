import type { Attribute, AttributeValue, LogExport, SpanExport } from '#shared/clients/schemas/telemetry.ts'
import { Turn } from '#runtime/turn.ts'
import type { ReportedEvaluation } from '../evaluation-log/reported-evaluation.ts'
import { plainValue } from './plain-value.ts'

/** Names of events and spans: that of today, and that up to 2024. */
const EVENT_NAMES: ReadonlySet<string> = new Set(['feature_flag.evaluation', 'feature_flag'])

/** Attributes by what they say, the name of today first (semantic conventions of OpenTelemetry for feature flags). */
const NAMES = {
  key: ['feature_flag.key'],
  variant: ['feature_flag.result.variant', 'feature_flag.variant'],
  value: ['feature_flag.result.value'],
  reason: ['feature_flag.result.reason', 'feature_flag.evaluation.reason'],
  provider: ['feature_flag.provider.name', 'feature_flag.provider_name', 'feature_flag.system'],
  contextId: ['feature_flag.context.id'],
  error: ['error.type'],
} as const
const READ: ReadonlySet<string> = new Set([...Object.values(NAMES).flat(), 'event.name'])

/** Longest name of a flag. */
const MAX_KEY = 100
const MAX_TEXT = 200
/** Evaluations taken of one export. */
const MAX_EVALUATIONS = 1000

/** Evaluation of a flag as an SDK reported it. Values are texts: JSON, but for a text itself. */
export interface SentEvaluation extends Omit<ReportedEvaluation, 'project'> {
  readonly appName: string | undefined
  readonly contextId: string | undefined
  /** Milliseconds since 1970, by the clock of the sender. */
  readonly at: number | undefined
}

/** Evaluations of an export, and the records whose evaluations were not taken. */
export interface FoundEvaluations {
  readonly evaluations: readonly SentEvaluation[]
  readonly rejected: number
  readonly problems: readonly string[]
}

/** Event or span that is an evaluation by its name. */
interface Candidate {
  /** Span or log record that it belongs to. */
  readonly record: object
  readonly appName: string | undefined
  readonly at: string | number | null | undefined
  readonly attributes: ReadonlyMap<string, AttributeValue>
  readonly body?: AttributeValue | null | undefined
}

type Attributes = readonly Attribute[] | null | undefined

export const evaluationsInSpans = (sent: SpanExport) => find(candidatesInSpans(sent))
export const evaluationsInLogs = (sent: LogExport) => find(candidatesInLogs(sent))

function* candidatesInSpans({ resourceSpans }: SpanExport): Generator<Candidate> {
  for (const { resource, scopeSpans } of resourceSpans ?? []) {
    const appName = serviceOf(resource?.attributes)
    for (const record of (scopeSpans ?? []).flatMap(({ spans }) => spans ?? [])) {
      const { name, endTimeUnixNano, attributes, events } = record
      if (EVENT_NAMES.has(name ?? ''))
        yield { record, appName, at: endTimeUnixNano, attributes: readOf(attributes) }
      for (const event of events ?? [])
        if (EVENT_NAMES.has(event.name ?? ''))
          yield { record, appName, at: event.timeUnixNano, attributes: readOf(event.attributes) }
    }
  }
}

function* candidatesInLogs({ resourceLogs }: LogExport): Generator<Candidate> {
  for (const { resource, scopeLogs } of resourceLogs ?? []) {
    const appName = serviceOf(resource?.attributes)
    for (const record of (scopeLogs ?? []).flatMap(({ logRecords }) => logRecords ?? [])) {
      const { eventName, timeUnixNano, observedTimeUnixNano, body } = record
      const attributes = readOf(record.attributes)
      // the name was an attribute before log records had one of their own
      const name = eventName || attributes.get('event.name')?.stringValue
      if (!EVENT_NAMES.has(name ?? '')) continue
      const at = Number(timeUnixNano) > 0 ? timeUnixNano : observedTimeUnixNano
      yield { record, appName, at, attributes, body }
    }
  }
}

/** Reads the attributes of interest; all others are left where they are. */
function readOf(attributes: Attributes): Map<string, AttributeValue> {
  const read = new Map<string, AttributeValue>()
  for (const { key, value } of attributes ?? []) if (key && value && READ.has(key)) read.set(key, value)
  return read
}

function serviceOf(attributes: Attributes): string | undefined {
  const named = attributes?.find(({ key }) => key === 'service.name')?.value?.stringValue
  return named ? clipped(named) : undefined
}

async function find(candidates: Iterable<Candidate>): Promise<FoundEvaluations> {
  const turn = new Turn()
  const evaluations: SentEvaluation[] = []
  const rejected = new Set<object>()
  const problems = new Set<string>()
  for (const candidate of candidates) {
    if (turn.isOver) await turn.pause()
    const evaluation = evaluations.length < MAX_EVALUATIONS ? toEvaluation(candidate) : TOO_MANY
    if (typeof evaluation !== 'string') {
      evaluations.push(evaluation)
      continue
    }
    rejected.add(candidate.record)
    problems.add(evaluation)
  }
  return { evaluations, rejected: rejected.size, problems: [...problems] }
}

const TOO_MANY = `There are more than ${MAX_EVALUATIONS} evaluations. Send smaller batches.`
const NO_KEY = 'An evaluation has no feature_flag.key that is a text.'
const LONG_KEY = `A feature_flag.key has more than ${MAX_KEY} characters.`

/** Reads an evaluation; a text says why there is none. */
function toEvaluation({ appName, at, attributes, body }: Candidate): SentEvaluation | string {
  const sent = (what: keyof typeof NAMES) => NAMES[what].map((name) => attributes.get(name)).find(Boolean)
  const text = (what: keyof typeof NAMES) => textOf(plainValue(sent(what)))
  const flag = sent('key')?.stringValue
  if (!flag) return NO_KEY
  if (flag.length > MAX_KEY) return LONG_KEY
  const value = plainValue(sent('value')) ?? valueInBody(body)
  return {
    flag,
    appName,
    contextId: text('contextId') ?? undefined,
    variant: text('variant'),
    value: textOf(value),
    enabled: typeof value === 'boolean' ? value : null,
    reason: text('reason'),
    error: text('error'),
    provider: text('provider'),
    at: at === null || at === undefined || !(Number(at) > 0) ? undefined : Number(at) / 1e6,
  }
}

/** The conventions of 2024 had the value in the body of the event. */
function valueInBody(body: AttributeValue | null | undefined): unknown {
  const plain = plainValue(body)
  return typeof plain === 'object' && plain !== null && 'value' in plain ? plain.value : undefined
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  return clipped(typeof value === 'string' ? value : JSON.stringify(value))
}

const clipped = (text: string) => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text)
