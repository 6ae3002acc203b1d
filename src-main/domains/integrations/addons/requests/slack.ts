import { JSON_CONTENT, type MakeRequests } from './outgoing-request.ts'
import { channelsFor, toSlackText } from './slack-text.ts'

const POST_MESSAGE = 'https://slack.com/api/chat.postMessage'

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
