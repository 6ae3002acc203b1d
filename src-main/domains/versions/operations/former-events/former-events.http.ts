import { bind } from '../../../../transport/http/bind.ts'
import { deprecatedSearchEvents } from './deprecated-search-events.ts'

export const formerEventsHttp = [bind(deprecatedSearchEvents)]
