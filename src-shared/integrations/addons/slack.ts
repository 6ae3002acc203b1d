import type { TagType } from '../../flags/schemas/tag.ts'
import { ALL_ADDON_EVENTS } from './addon-events.ts'
import { type AddonProvider, customHeaders } from './provider.ts'

const SLACK_TAGS: TagType = {
  name: 'slack',
  description: 'Slack channels that get messages about the flag.',
  icon: 'S',
  color: null,
}

/** Posts as a Slack app, by chat.postMessage. */
export const SLACK_APP: AddonProvider = {
  name: 'slack-app',
  displayName: 'App for Slack',
  description: 'Posts what happens to flags into Slack channels, as a Slack app.',
  documentationUrl: 'https://api.slack.com/methods/chat.postMessage',
  howTo:
    "Create a Slack app with the scope chat:write (and chat:write.public for channels it is not a member of), install it, and enter its bot token. Flags with a tag of the type slack are posted in that tag's channel, all others in the channels set here.",
  parameters: [
    {
      name: 'accessToken',
      displayName: 'Access token',
      placeholder: 'xoxb-…',
      description: '(Required) The bot token of the Slack app.',
      type: 'text',
      required: true,
      sensitive: true,
    },
    {
      name: 'defaultChannels',
      displayName: 'Channels',
      placeholder: 'general, releases',
      description: '(Optional) Channels for flags without a tag of the type slack, separated by commas.',
      type: 'text',
      required: false,
      sensitive: false,
    },
  ],
  events: ALL_ADDON_EVENTS,
  tagTypes: [SLACK_TAGS],
}

/** Posts to an incoming webhook of Slack. */
export const SLACK: AddonProvider = {
  name: 'slack',
  displayName: 'Slack',
  description: 'Posts what happens to flags into Slack, through an incoming webhook.',
  documentationUrl: 'https://api.slack.com/messaging/webhooks',
  deprecated: 'This integration is deprecated. Please use App for Slack instead.',
  parameters: [
    {
      name: 'url',
      displayName: 'Slack webhook URL',
      description: '(Required) The URL of the incoming webhook.',
      type: 'url',
      required: true,
      sensitive: true,
    },
    {
      name: 'username',
      displayName: 'Username',
      placeholder: 'Unleash',
      description: '(Optional) The name that messages are posted under.',
      type: 'text',
      required: false,
      sensitive: false,
    },
    {
      name: 'emojiIcon',
      displayName: 'Emoji',
      placeholder: ':unleash:',
      description: '(Optional) The emoji beside the name.',
      type: 'text',
      required: false,
      sensitive: false,
    },
    {
      name: 'defaultChannel',
      displayName: 'Channel',
      placeholder: 'general',
      description: '(Required) The channel for flags without a tag of the type slack.',
      type: 'text',
      required: true,
      sensitive: false,
    },
    customHeaders,
  ],
  events: ALL_ADDON_EVENTS,
  tagTypes: [SLACK_TAGS],
}
