import { getEvents as operation } from '../../../src-shared/contract/events.ts'
import { query } from '../../kernel/use-case.ts'
import { searchEventLog } from './events.read-model.ts'

const LAST = 100

/** The deprecated list of the newest events, for Admins (semantics.md 10.9). */
export const getEvents = query(operation, async ({ queries }, { query: { project } }) => {
  const filter = project === undefined ? {} : { projects: [project] }
  const { events } = await searchEventLog(queries, filter, { offset: 0, limit: LAST })
  return { version: 1 as const, events }
})
