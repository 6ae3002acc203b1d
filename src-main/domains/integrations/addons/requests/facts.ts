import type { DescribedEvent } from '#domains/audit/events/described-events.ts'

/** Lists the place and author of an event, for cards. */
export function factsOf(event: DescribedEvent): { name: string; value: string }[] {
  const facts = [
    { name: 'Flag', value: event.featureName },
    { name: 'Project', value: event.project },
    { name: 'Environment', value: event.environment },
    { name: 'By', value: event.createdBy },
  ]
  return facts.flatMap(({ name, value }) => (value === null ? [] : [{ name, value }]))
}

/** The values of the flag's tags of a type. */
export function tagsOf(event: DescribedEvent, type: string): string[] {
  return event.tags.filter((tag) => tag.type === type).map(({ value }) => value)
}
