import { bind } from '../../../../transport/http/bind.ts'
import { deprecatedSearchEvents } from './search-events.use-case.ts'

export const formerEventsHttp = [bind(deprecatedSearchEvents)]
