import type { Page } from 'playwright-core'

/** Each screen: how one gets there, and what is there when it is ready. */
export type Screens = Record<string, (page: Page, url: string) => Promise<void>>
