import type { DescribedEvent } from '#domains/audit/events/described-events.ts'
import { JSON_CONTENT, type MakeRequests, tagsOf } from './outgoing-request.ts'

const POST_MESSAGE = 'https://slack.com/api/chat.postMessage'

/** Markdown as Slack writes it: `*bold*`, `<url|text>`, and what would be its own signs escaped. */
export function toSlackText(markdown: string): string {
  return markdown
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/\[([^[\]]*)\]\(([^()\s]*)\)/g, '<$2|$1>')
    .replace(/\*\*(.+?)\*\*/g, '*$1*')
}

/** The channels that the flag's tags name, or else those that are given, each once. */
function channelsFor(event: DescribedEvent, given: string | undefined): string[] {
  const tagged = tagsOf(event, 'slack')
  const named = tagged.length > 0 ? tagged : (given ?? '').split(',')
  return [...new Set(named.map((name) => name.trim()).filter((name) => name !== ''))]
}

/** An incoming webhook of Slack (api.slack.com/messaging/webhooks), once for each channel. */
export const slackRequests: MakeRequests = ({ event, parameters }) => {
  const { url = '', username = 'Unleash', emojiIcon, defaultChannel } = parameters
  const text = toSlackText(event.summary)
  return channelsFor(event, defaultChannel).map((channel) => ({
    url,
    channel,
    headers: JSON_CONTENT,
    body: JSON.stringify({
      username,
      ...(emojiIcon === undefined ? {} : { icon_emoji: emojiIcon }),
      channel: channel.startsWith('#') ? channel : `#${channel}`,
      text,
    }),
  }))
}

/** A Slack app (api.slack.com/methods/chat.postMessage), once for each channel. */
export const slackAppRequests: MakeRequests = ({ event, parameters }) => {
  const { accessToken = '', defaultChannels } = parameters
  const text = toSlackText(event.summary)
  return channelsFor(event, defaultChannels).map((channel) => ({
    url: POST_MESSAGE,
    channel,
    headers: { 'content-type': 'application/json; charset=utf-8', authorization: `Bearer ${accessToken}` },
    body: JSON.stringify({ channel, text, unfurl_links: false }),
    problemIn: problemOfSlack,
  }))
}

/** Slack answers 200 and says in the body what went wrong. */
function problemOfSlack(answer: string): string | undefined {
  try {
    const { ok, error } = JSON.parse(answer) as { ok?: boolean; error?: string }
    return ok === true ? undefined : `Slack says ${error ?? 'that it went wrong'}.`
  } catch {
    return 'Slack does not answer as it should.'
  }
}
