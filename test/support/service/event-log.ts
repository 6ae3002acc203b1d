import type { TestBackend } from './start-backend.ts'

/** Reads the event log as the window does: with the events that are not published over HTTP. */
export async function readEventLog(app: Pick<TestBackend, 'backend'>, query: Record<string, string> = {}) {
  const window = app.backend.appRouter.createCaller(await app.backend.windowContext())
  const { events } = await window.searchAllEvents({ query })
  return events
}
