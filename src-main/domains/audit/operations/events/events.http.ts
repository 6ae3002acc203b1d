import { bind } from '../../../../transport/http/bind.ts'
import { getEventCreators } from './get-event-creators.use-case.ts'
import { getEvents, getEventsForToggle } from './get-events.use-case.ts'
import { searchEvents } from './search-events.use-case.ts'

export const eventsHttp = (baseUrl: string) => [
  bind(getEvents),
  bind(getEventsForToggle),
  bind(getEventCreators),
  bind(searchEvents(baseUrl)),
]
