import type { Page } from 'playwright-core'

export const WORDS: string
export function visitPages(root: string, visit: (name: string, page: Page) => Promise<void>): Promise<void>
export function wordsOf(page: Page): Promise<string[]>
