import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'

import { takePicture } from '#support/window/page.ts'
import { pagesOf, useSampleInstance } from './shoot-screens.ts'

const open = pagesOf(useSampleInstance())
const notice = (page: Page) => page.locator('[data-sonner-toast]')
/** Names of the visible buttons of a dialog that something else covers. */
const covered = (page: Page) =>
  page.getByRole('dialog').evaluate((dialog) =>
    [...dialog.querySelectorAll('button, input, textarea')]
      .filter((one) => {
        const { x, y, width, height } = one.getBoundingClientRect()
        const top = document.elementFromPoint(x + width / 2, y + height / 2)
        return top?.closest('[data-sonner-toaster]') != null
      })
      .map((one) => one.textContent),
  )

it.each([
  { width: 1280, height: 800 },
  { width: 900, height: 600 },
])(
  'a notice over an open panel covers none of its controls, and its Undo works ($width px)',
  async (size) => {
    const page = await open('/context', size)
    await page.getByRole('button', { name: 'New context field' }).first().click()
    const panel = page.getByRole('dialog', { name: 'New context field' })
    await panel.getByLabel('Name', { exact: true }).fill(`notice${size.width}`)
    await panel.getByRole('button', { name: 'Create field' }).click()
    await notice(page).getByText('Context field created').waitFor()
    await page.getByRole('button', { name: 'New context field' }).first().click()
    await panel.waitFor()
    await expect.poll(() => covered(page)).toEqual([])
    await takePicture(page, `notice-over-panel-${size.width}`)
    await notice(page).getByRole('button', { name: 'Undo' }).click()
    await notice(page).getByText('Undone: Context field created').waitFor()
    expect(await panel.isVisible()).toBe(true)
    await expect.poll(() => covered(page)).toEqual([])
    await page.context().close()
  },
)
