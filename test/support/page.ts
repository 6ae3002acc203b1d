import path from 'node:path'

import type { Page } from 'playwright-core'

import { root } from './root.ts'

/** Collects what a strict policy or a mistake makes a page say. */
export function watchPage(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return complaints
}

export const screenshotFile = (name: string) => path.join(root, 'test-results', 'screens', `${name}.png`)
