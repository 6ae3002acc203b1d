import { ownValue } from '../../own-value.ts'
import { EVENTS, type EventType } from './catalogue.ts'

export interface SummarisedEvent {
  type: EventType
  createdBy: string
  featureName: string | null
  project: string | null
  environment: string | null
  data: Record<string, unknown> | null
  preData: Record<string, unknown> | null
}

/** Placeholders that stand for the name of the thing that an event is about, by what that is. */
const NAMES = [
  'account',
  'actionSet',
  'apiToken',
  'application',
  'banner',
  'changeRequest',
  'contextField',
  'expectation',
  'flag',
  'flagType',
  'group',
  'inviteLink',
  'name',
  'parent',
  'policy',
  'releaseTemplate',
  'remote',
  'role',
  'segment',
  'serviceAccount',
  'signalEndpoint',
  'signalToken',
  'snapshot',
  'strategyType',
  'tagType',
] as const
type NameKey = (typeof NAMES)[number]
const isNameKey = (key: string): key is NameKey => (NAMES as readonly string[]).includes(key)

/** Thing that a part of a sentence names. `author`: whoever caused the event. `name`: something without a page. */
export type Named = NameKey | 'author' | 'environment' | 'feature' | 'integration' | 'member' | 'project'

/** Stretch of a sentence. `names` is absent for words between names. */
export interface SentencePart {
  text: string
  names?: Named
}

const valueOf = ({ data, preData }: SummarisedEvent, key: string): unknown =>
  ownValue(data ?? {}, key) ?? ownValue(preData ?? {}, key)

const asText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined

/** Reads the name of the thing that an event is about; a personal access token has a description alone. */
function nameIn(event: SummarisedEvent): string | undefined {
  const name = valueOf(event, 'name') ?? valueOf(event, 'tokenName') ?? valueOf(event, 'description')
  return typeof name === 'string' ? name : undefined
}

const SWITCHED = new Map<unknown, string>([
  [true, 'on'],
  [false, 'off'],
])

/** Stand for the name that an event lacks, where a sentence would make no sense without it. */
const ABSENT: Partial<Record<NameKey, string>> = {
  account: 'a user',
  changeRequest: 'a change request',
  name: 'something',
}

/** Fills in a placeholder. */
function partFor(key: string, event: SummarisedEvent): SentencePart {
  const named = (names: Named, text: string | undefined, otherwise: string): SentencePart =>
    text === undefined || text === '' ? { text: otherwise } : { text, names }
  if (key === 'user') return { text: event.createdBy, names: 'author' }
  if (key === 'feature') return named('feature', event.featureName ?? undefined, 'a flag')
  if (key === 'project') return named('project', event.project ?? undefined, 'unknown')
  if (key === 'environment')
    return { text: event.environment ?? nameIn(event) ?? 'unknown', names: 'environment' }
  if (key === 'member') return named('member', asText(valueOf(event, 'username')), 'a user')
  if (key === 'integration') return named('integration', asText(valueOf(event, 'provider')), '')
  if (key === 'onOrOff') return { text: SWITCHED.get(valueOf(event, 'enabled')) ?? 'on or off' }
  return isNameKey(key)
    ? named(key, nameIn(event), ABSENT[key] ?? '')
    : named('name', asText(valueOf(event, key)), '')
}

function fillIn(template: string, event: SummarisedEvent): SentencePart[] {
  const parts: SentencePart[] = []
  for (const [index, piece] of template.split(/\{(\w+)\}/).entries()) {
    const part = index % 2 === 1 ? partFor(piece, event) : { text: piece }
    const last = parts.at(-1)
    if (part.text !== '') parts.push(part)
    // an absent name leaves no gap
    else if (last && last.names === undefined) last.text = last.text.trimEnd()
  }
  return parts
}

/** Divides the sentence about an event into words and names, as the window shows it. */
export const sentenceOf = (event: SummarisedEvent): SentencePart[] =>
  fillIn(EVENTS[event.type].sentence, event)

/** Leaves out the project at the end of a sentence, for places that show it anyway. */
export function withoutProject<Part extends SentencePart>(parts: readonly Part[]): Part[] {
  const [before, last] = parts.slice(-2)
  const place = / (?:in|of|from) project $/
  if (last?.names !== 'project' || before === undefined || !place.test(before.text)) return [...parts]
  const text = before.text.replace(place, '')
  return [...parts.slice(0, -2), ...(text === '' ? [] : [{ ...before, text }])]
}

/**
 * One sentence of markdown for an event, with links into the window (recorded exchange events/event-search-by-type).
 * `base` has no trailing slash.
 */
export function summarise(event: SummarisedEvent, base: string): string {
  const { project, featureName } = event
  const urls: Partial<Record<Named, string>> = {
    feature: `${base}/projects/${project}/features/${featureName}`,
    project: `${base}/projects/${project}`,
  }
  return fillIn(EVENTS[event.type].summary, event)
    .map(({ text, names }) => {
      const url = names && urls[names]
      if (names === undefined) return text
      return url === undefined ? `**${text}**` : `**[${text}](${url})**`
    })
    .join('')
}
