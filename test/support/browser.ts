import { existsSync } from 'node:fs'

import { AxeBuilder } from '@axe-core/playwright'
import { chromium, type Browser, type Page } from 'playwright-core'
import { expect } from 'vitest'

/** Debian's Chromium, or the one that Playwright finds. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = [process.env['CHROMIUM'], '/usr/bin/chromium'].find(
    (file) => file && existsSync(file),
  )
  const switches = ['--disable-background-networking', '--disable-component-update', '--no-first-run']
  return chromium.launch({
    ...(executablePath ? { executablePath } : { channel: 'chromium' }),
    args: [...switches, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  })
}

/** Fails with what axe finds against WCAG 2.2 AA and its best practices. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  // "legacy" is within the page: of frames there are none, and a page of axe's own each time doubles the time
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await axe.analyze()
  const found = violations.map(
    ({ id, nodes }) => `${name}: ${id} at ${nodes.map((one) => one.html).join(' | ')}`,
  )
  expect(found).toEqual([])
}
