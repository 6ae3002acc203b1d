import { afterAll } from 'vitest'

import { takeStatuses } from '../service/answer-log.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** Statuses that the operations answered in a file of tests, by their ids. */
    statuses?: Record<string, number[]>
  }
}

// of all hooks the first that is registered, so the last to run: each instance of the file has stopped by then
// vitest insists on destructuring what it gives first
// eslint-disable-next-line no-empty-pattern -- nothing of it is needed
afterAll(({}, suite) => {
  suite.file.meta.statuses = takeStatuses()
})
