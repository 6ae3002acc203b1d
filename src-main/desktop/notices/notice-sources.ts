import { z } from 'zod'

import type { NoticeKind } from '#shared/desktop/app-settings.ts'

/** Something that somebody may want to be told of. */
export interface NoticeFinding {
  /** Identifier among findings of its kind. */
  id: string
  /** Complete sentence without a full stop. */
  words: string
  /** Path of the page that shows it. */
  page: string
}

export interface NoticeSource {
  kind: NoticeKind
  /** Procedure of the instance that lists the findings, and its input. */
  path: string
  input: unknown
  /** Page that lists all findings. */
  page: string
  title: string
  /** Sentence for several findings. */
  many: (count: number) => string
  /** Most findings of an answer: as many may be only a part of them. */
  cut: number
  /** Reads an answer. Throws ZodError for one of another version. */
  read: (answer: unknown) => NoticeFinding[]
}

const Requests = z.object({
  changeRequests: z.array(z.object({ id: z.int(), title: z.string(), project: z.string() })),
})
const Waiting = z.object({ toReview: Requests, toApply: Requests, failedSchedules: Requests })
const Failed = z.object({
  failures: z.array(z.object({ id: z.int(), project: z.string(), actionSetName: z.string() })),
})
const Failing = z.object({
  failing: z.array(z.object({ id: z.int(), provider: z.string(), description: z.string().nullable() })),
})

/** Newest failures that are read. */
const MAX_FAILURES = 50

/** Sources of notifications, one for each kind. */
export const NOTICE_SOURCES: readonly NoticeSource[] = [
  {
    kind: 'changeRequests',
    path: 'getWaitingChangeRequests',
    input: {},
    cut: 100,
    page: '/change-requests',
    title: 'Change requests',
    many: (count) => `${count} change requests wait for you`,
    read: (answer) => {
      const { toReview, toApply, failedSchedules } = Waiting.parse(answer)
      const findings = ({ changeRequests }: z.output<typeof Requests>, what: string, words: string) =>
        changeRequests.map(({ id, title, project }) => ({
          id: `${what} ${id}`,
          words: `${title} ${words}`,
          page: `/projects/${encodeURIComponent(project)}/change-requests/${id}`,
        }))
      return [
        ...findings(toReview, 'review', 'waits for your review'),
        ...findings(toApply, 'apply', 'is approved and can be applied'),
        ...findings(failedSchedules, 'schedule', 'could not be applied as scheduled'),
      ]
    },
  },
  {
    kind: 'failedActions',
    path: 'getFailedActions',
    input: { query: { limit: String(MAX_FAILURES) } },
    cut: MAX_FAILURES,
    page: '/signals/view/failed',
    title: 'Failed actions',
    many: (count) => `${count} actions failed`,
    read: (answer) =>
      Failed.parse(answer).failures.map(({ id, project, actionSetName }) => ({
        id: String(id),
        words: `${actionSetName} failed in project ${project}`,
        page: '/signals/view/failed',
      })),
  },
  {
    kind: 'failedDeliveries',
    path: 'getFailingAddons',
    input: {},
    cut: 1000,
    page: '/integrations',
    title: 'Failed deliveries',
    many: (count) => `${count} integrations could not deliver`,
    read: (answer) =>
      Failing.parse(answer).failing.map(({ id, provider, description }) => ({
        id: String(id),
        words: `${description || provider} could not deliver`,
        page: `/integrations/${id}`,
      })),
  },
]
