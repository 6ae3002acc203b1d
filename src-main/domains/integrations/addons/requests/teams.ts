import { factsOf, JSON_CONTENT, type MakeRequests } from './outgoing-request.ts'

/** A message card of a connector (learn.microsoft.com/outlook/actionable-messages/message-card-reference). */
export const teamsRequests: MakeRequests = ({ event, parameters, link }) => [
  {
    url: parameters['url'] ?? '',
    headers: JSON_CONTENT,
    body: JSON.stringify({
      '@type': 'MessageCard',
      '@context': 'https://schema.org/extensions',
      themeColor: '0076D7',
      summary: event.label,
      sections: [{ activityTitle: event.label, text: event.summary, facts: factsOf(event) }],
      ...(link === undefined
        ? {}
        : {
            potentialAction: [
              { '@type': 'OpenUri', name: 'Go to the flag', targets: [{ os: 'default', uri: link }] },
            ],
          }),
    }),
  },
]

/** An adaptive card for a workflow (learn.microsoft.com/adaptive-cards). */
export const teamsWorkflowRequests: MakeRequests = ({ event, parameters, link }) => [
  {
    url: parameters['url'] ?? '',
    headers: JSON_CONTENT,
    body: JSON.stringify({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          content: {
            $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
            type: 'AdaptiveCard',
            version: '1.4',
            body: [
              { type: 'TextBlock', text: event.label, weight: 'Bolder', size: 'Medium', wrap: true },
              { type: 'TextBlock', text: event.summary, wrap: true },
              {
                type: 'FactSet',
                facts: factsOf(event).map(({ name, value }) => ({ title: name, value })),
              },
            ],
            ...(link === undefined
              ? {}
              : { actions: [{ type: 'Action.OpenUrl', title: 'Go to the flag', url: link }] }),
          },
        },
      ],
    }),
  },
]
