import { bind } from '../../transport/http/bind.ts'
import { getEvents } from './get-events.use-case.ts'
import { searchEvents } from './search-events.use-case.ts'

export const eventsHttp = (baseUrl: string) => [bind(getEvents), bind(searchEvents(baseUrl))]
