import type { Page } from 'playwright-core'

/** Chooses what stands in the menu of a page. */
export async function openMore(page: Page, address: string, entry: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}
