import path from 'node:path'

import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'

import { launchBrowser } from '../window/browser.ts'
import { requestsOf, type Requests } from './change-requests.ts'
import { watchPage } from '../window/page.ts'
import { root } from '../runner/root.ts'
import type { TestUser } from '../service/prepare-users.ts'
import { startBackend, type TestBackend } from '../service/start-backend.ts'

/** Instance in this process where changes in production need one approval, with its pages in a browser. */
export interface ApprovalStage {
  app: TestBackend
  requests: Requests
  browser: Browser
  url: string
  /** Opens a page of a signed-in user; its complaints are watched. */
  signedIn(username: string): Promise<{ context: BrowserContext; page: Page }>
  /** Fails where the page opened last has complained, and forgets it. */
  expectNoComplaints(): void
  stop(): Promise<void>
}

async function startApprovalStage(users: readonly TestUser[]): Promise<ApprovalStage> {
  const app = await startBackend({ rendererDir: path.join(root, 'out/renderer'), users })
  app.clock.advance(Date.now() - app.clock.now().getTime())
  const requests = requestsOf(app)
  await requests.configure(1)
  const url = await app.backend.listen()
  const browser = await launchBrowser()
  let complaints: string[] = []
  return {
    app,
    requests,
    browser,
    url,
    signedIn: async (username) => {
      const context = await browser.newContext()
      await context.addCookies([{ name: 'unleash-session', value: `session-of-${username}`, url }])
      const page = await context.newPage()
      complaints = watchPage(page)
      return { context, page }
    },
    expectNoComplaints: () => {
      expect(complaints).toEqual([])
      complaints = []
    },
    stop: async () => {
      await browser.close()
      await app.stop()
    },
  }
}

/** Starts the instance on the wall clock, and the browser, for the tests of a file; no page may complain. */
export function useApprovals(users: readonly TestUser[]): ApprovalStage {
  const stage = {} as ApprovalStage
  beforeAll(async () => {
    Object.assign(stage, await startApprovalStage(users))
  })
  afterAll(() => stage.stop())
  afterEach(() => stage.expectNoComplaints())
  return stage
}
