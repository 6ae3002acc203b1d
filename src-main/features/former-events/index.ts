/** The search of the event log that contracts before 7 had, as a POST without operators. */
export { formerEventsHttp } from './former-events.http.ts'
