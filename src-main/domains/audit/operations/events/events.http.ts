import { bind } from '../../../../transport/http/bind.ts'
import { getEventCreators } from './get-event-creators.ts'
import { getEvents } from './get-events.ts'
import { getEventsForToggle } from './get-events-for-toggle.ts'
import { searchEvents } from './search-events.ts'

export const eventsHttp = (baseUrl: string) => [
  bind(getEvents),
  bind(getEventsForToggle),
  bind(getEventCreators),
  bind(searchEvents(baseUrl)),
]
