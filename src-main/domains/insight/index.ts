import { domain, type Foundation, type ServicesOf } from '#main/app/domain.ts'
import type { instance } from '#domains/instance/index.ts'
import * as operations from './operations/index.ts'
import { keepGates } from './expectations/expectations.store.ts'
import { noteWeek } from './instance-insights/this-week.ts'
import { queueReports } from './productivity-report/queue-reports.ts'

const HOUR_MS = 3_600_000

/** Explanations, the playground, and figures of the instance. */
export const insight = domain(
  operations,
  async (foundation: Foundation, { emailConfig, emailOutbox }: ServicesOf<typeof instance>) => {
    const { pagesUrl } = foundation
    const gates = keepGates(foundation)
    await gates.reload()
    return {
      services: { gates },
      copies: [{ tables: ['expectations'], reload: () => gates.reload() }],
      jobs: [
        {
          name: 'write productivity reports',
          everyMs: HOUR_MS,
          run: (runtime) => queueReports(runtime, { emailConfig, emailOutbox, pagesUrl }),
        },
        { name: 'note figures of the week', everyMs: HOUR_MS, run: noteWeek },
      ],
      close: () => gates.stop(),
    }
  },
)
