export const EVENT_FILTERS = ['id', 'type', 'user', 'project', 'from', 'to'] as const
type Filters = Readonly<Record<(typeof EVENT_FILTERS)[number], string>>

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** The query of the event search; a filter that it would not take is left out. */
export function toEventQuery(
  text: string,
  { id, type, user, project, from, to }: Filters,
): Record<string, string> {
  return {
    ...(text.trim() === '' ? {} : { query: text.trim() }),
    ...(/^\d{1,15}$/.test(id) ? { id: `IS:${id}` } : {}),
    ...(type === '' ? {} : { type: `IS:${type}` }),
    ...(/^-?\d{1,15}$/.test(user) ? { createdBy: `IS:${user}` } : {}),
    ...(project === '' ? {} : { project: `IS:${project}` }),
    ...(DAY.test(from) ? { from: `IS:${from}` } : {}),
    ...(DAY.test(to) ? { to: `IS:${to}` } : {}),
  }
}
