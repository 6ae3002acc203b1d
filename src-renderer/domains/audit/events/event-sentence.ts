import {
  EVENTS,
  sentenceOf,
  type EventType,
  type Named,
  type SentencePart,
} from '#shared/audit/events/index.ts'
import { readingOf } from '#shared/audit/undo/index.ts'
import { ownValue } from '#shared/own-value.ts'
import type { Outputs } from '#lib/api.ts'
import { authorInWords, eventInWords } from '#lib/contract-texts.ts'
import { lackOfPage } from '#lib/lack-of-page.ts'

export type LoggedEvent = Outputs['searchAllEvents']['events'][number]

/** Stretch of a sentence as the window shows it. `href` is the page of what it names. */
interface LinkedPart extends SentencePart {
  href?: string
}

type PageOf = (event: LoggedEvent, name: string) => string | undefined

const part = (text: string | number) => encodeURIComponent(text)

/** Reads an id from the data of an event, under the first of these keys that it has. */
function idIn({ data, preData }: LoggedEvent, ...keys: string[]): string | undefined {
  const found = keys
    .map((key) => ownValue(data ?? {}, key) ?? ownValue(preData ?? {}, key))
    .find((value) => typeof value === 'number' || typeof value === 'string')
  return found === undefined ? undefined : part(String(found))
}

const pageBy =
  (path: string, ...keys: string[]): PageOf =>
  (event) => {
    const id = idIn(event, ...keys)
    return id && `${path}/${id}`
  }
const searchedIn =
  (path: string): PageOf =>
  (_event, name) =>
    `${path}?q=${part(name)}`
const ofProject =
  (page: string): PageOf =>
  ({ project }) =>
    project === null ? undefined : `/projects/${part(project)}${page}`
const flagPage: PageOf = (event, name) => ofProject(`/features/${part(name)}`)(event, name)
const endpointPage = pageBy('/signals', 'signalEndpointId', 'id')

/** Finds the page of what a part of a sentence names. Absent: nothing to show, or an environment, which has a colour. */
const PAGE_OF: Partial<Record<Named, PageOf>> = {
  account: pageBy('/admin/users', 'userId', 'id'),
  actionSet: ofProject('/actions'),
  apiToken: (event, name) => searchedIn(ofProject('/tokens')(event, name) ?? '/api-tokens')(event, name),
  application: searchedIn('/applications'),
  author: ({ createdByUserId }) => `/events?user=${createdByUserId}`,
  banner: () => '/admin/banners',
  changeRequest: (event, name) => {
    const id = idIn(event, 'changeRequestId')
    return id && ofProject(`/change-requests/${id}`)(event, name)
  },
  contextField: searchedIn('/context'),
  feature: flagPage,
  flagType: searchedIn('/feature-types'),
  group: searchedIn('/admin/groups'),
  integration: pageBy('/integrations', 'id'),
  inviteLink: () => '/admin/users/invite-links',
  member: pageBy('/admin/users', 'userId'),
  parent: flagPage,
  policy: searchedIn('/policies'),
  project: ofProject(''),
  releaseTemplate: (event, name) => {
    const id = idIn(event, 'id')
    return id && (ofProject(`/settings/release-templates/${id}`)(event, name) ?? `/release-templates/${id}`)
  },
  remote: pageBy('/versions/remotes', 'id'),
  role: searchedIn('/admin/roles'),
  segment: searchedIn('/segments'),
  serviceAccount: searchedIn('/admin/service-accounts'),
  signalEndpoint: endpointPage,
  signalToken: (event, name) => {
    const page = pageBy('/signals', 'signalEndpointId')(event, name)
    return page && `${page}/tokens`
  },
  strategyType: searchedIn('/strategies'),
  tagType: searchedIn('/tag-types'),
}

/** Things that stay when an event deletes something. */
const OUTLIVES: readonly Named[] = ['author', 'feature', 'member', 'project']

function hrefOf({ names, text }: SentencePart, event: LoggedEvent): string | undefined {
  if (names === undefined) return undefined
  const isDeleted =
    event.type.endsWith('-deleted') && (!OUTLIVES.includes(names) || event.type === `${names}-deleted`)
  const page = isDeleted ? undefined : PAGE_OF[names]?.(event, text)
  return page === undefined || lackOfPage(page.split('?')[0] ?? page) !== undefined ? undefined : page
}

/** Author as the first words of a sentence. */
function authorFirst(event: LoggedEvent): string {
  const author = authorInWords(event)
  return author === event.createdBy ? author : author.charAt(0).toUpperCase() + author.slice(1)
}

const isKnown = (type: string): type is EventType => Object.hasOwn(EVENTS, type)

/** Divides the sentence about an event into words and linked names. A type of another service keeps its label. */
export function linkedSentence(event: LoggedEvent): LinkedPart[] {
  const { type } = event
  const parts: SentencePart[] = isKnown(type)
    ? sentenceOf({ ...event, type })
    : [{ text: event.createdBy, names: 'author' }, { text: `: ${eventInWords(event)}` }]
  return parts.map((one, index) => {
    const href = hrefOf(one, event)
    const text = one.names !== 'author' ? one.text : index === 0 ? authorFirst(event) : authorInWords(event)
    return { ...one, text, ...(href ? { href } : {}) }
  })
}

/** Words of the sentence about an event. */
export const sentenceText = (event: LoggedEvent): string =>
  linkedSentence(event)
    .map(({ text }) => text)
    .join('')

/** Tells whether an event can be undone by itself. */
export function isReversible(event: LoggedEvent): boolean {
  const reading = readingOf(event)
  return reading.kind === 'reversible' && reading.changes(event) !== null
}
