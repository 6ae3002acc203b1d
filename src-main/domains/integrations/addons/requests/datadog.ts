import { JSON_CONTENT, type MakeRequests, tagsOf } from './outgoing-request.ts'

const EVENTS = 'https://api.datadoghq.com/api/v1/events'

/** An event of Datadog, with markdown between its marks (docs.datadoghq.com/api/latest/events). */
export const datadogRequests: MakeRequests = ({ event, parameters, text }) => {
  const { url = EVENTS, apiKey = '', sourceTypeName } = parameters
  const places = [
    event.featureName === null ? [] : [`flag:${event.featureName}`],
    event.project === null ? [] : [`project:${event.project}`],
    event.environment === null ? [] : [`environment:${event.environment}`],
  ]
  return [
    {
      url,
      headers: { ...JSON_CONTENT, 'dd-api-key': apiKey },
      body: JSON.stringify({
        title: event.label,
        text: `%%%\n${text ?? event.summary}\n%%%`,
        tags: [...places.flat(), ...tagsOf(event, 'datadog')],
        ...(sourceTypeName === undefined ? {} : { source_type_name: sourceTypeName }),
      }),
    },
  ]
}
