import { ALL_ADDON_EVENTS } from './addon-events.ts'
import { type AddonProvider, customHeaders } from './provider.ts'

/** Posts a message card to a connector of Microsoft Teams. */
export const TEAMS: AddonProvider = {
  name: 'teams',
  displayName: 'Microsoft Teams',
  description: 'Posts what happens to flags into Microsoft Teams, through a connector.',
  documentationUrl:
    'https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using',
  deprecated:
    'This integration is deprecated: Microsoft retires connectors. Please use Microsoft Teams - Workflow instead.',
  parameters: [
    {
      name: 'url',
      displayName: 'Connector URL',
      description: '(Required) The URL of the connector of a Teams channel.',
      type: 'url',
      required: true,
      sensitive: true,
    },
    customHeaders,
  ],
  events: ALL_ADDON_EVENTS,
}

/** Posts an adaptive card to a workflow of Microsoft Teams. */
export const TEAMS_WORKFLOW: AddonProvider = {
  name: 'teamsworkflow',
  displayName: 'Microsoft Teams - Workflow',
  description: 'Posts what happens to flags into Microsoft Teams, through a workflow.',
  documentationUrl:
    'https://support.microsoft.com/office/create-incoming-webhooks-with-workflows-for-microsoft-teams-8ae491c7-0394-4861-ba59-055e33f75498',
  howTo:
    'In Teams, add the workflow "Post to a channel when a webhook request is received", and enter its URL here.',
  parameters: [
    {
      name: 'url',
      displayName: 'Workflow URL',
      description: '(Required) The URL of the workflow.',
      type: 'url',
      required: true,
      sensitive: true,
    },
    customHeaders,
  ],
  events: ALL_ADDON_EVENTS,
}
