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

/**
 * One sentence of markdown for an event, with links into the window (recorded exchange events/event-search-by-type).
 * `base` has no trailing slash.
 */
export function summarise(event: SummarisedEvent, base: string): string {
  const { project, featureName } = event
  const name =
    event.data?.['name'] ??
    event.preData?.['name'] ??
    event.data?.['tokenName'] ??
    event.preData?.['tokenName'] ??
    // a personal access token has no other name
    event.data?.['description'] ??
    event.preData?.['description']
  const member = event.data?.['username']
  const provider = event.data?.['provider'] ?? event.preData?.['provider']
  const values: Record<string, string> = {
    user: `**${event.createdBy}**`,
    feature:
      featureName === null
        ? 'a flag'
        : link(featureName, `${base}/projects/${project}/features/${featureName}`),
    project: project === null ? 'unknown' : link(project, `${base}/projects/${project}`),
    environment: `**${event.environment ?? 'unknown'}**`,
    name: typeof name === 'string' ? `**${name}**` : '',
    provider: typeof provider === 'string' ? `**${provider}**` : '',
    member: typeof member === 'string' ? `**${member}**` : 'a user',
  }
  return EVENTS[event.type].summary
    .replace(/\{(\w+)\}/g, (_, key: string) => ownValue(values, key) ?? '')
    .replace(/ {2,}/g, ' ')
}

const link = (text: string, url: string) => `**[${text}](${url})**`
