import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'

import { takePicture } from '#support/window/page.ts'
import { useSampleInstance } from './shoot-screens.ts'

const instance = useSampleInstance()

/** As long as a name may be: those of one team differ at their end. */
const FLAG =
  'checkout.payment-provider.experiment.2026-q4.three-step-flow-with-completion-of-addresses'.padEnd(100, '9')
const ARABIC = 'مشروع الدفع والشحن الدولي'
const PREVIEWS = Array.from({ length: 12 }, (_, index) => `preview-of-branch-${index}`)

async function openPage(path: string, width: number, height: number): Promise<Page> {
  const { service, browser, session } = instance()
  const context = await browser.newContext({ storageState: session, viewport: { width, height } })
  const page = await context.newPage()
  await page.goto(`${service.url}/#${path}`)
  return page
}

beforeAll(async () => {
  const page = await openPage('/', 1280, 800)
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(`${instance().service.url}/api/admin/${path}`, { data })
    expect(answer.status(), await answer.text()).toBeLessThan(300)
  }
  for (const name of PREVIEWS) await post('environments', { name, type: 'test' })
  await post('projects', { id: 'arabic', name: ARABIC })
  for (const name of [FLAG, 'first'])
    await post('projects/arabic/features', { name, description: 'It is long. '.repeat(90) })
  await page.context().close()
})

it.each([
  [1280, 800],
  [900, 600],
])(
  'the name of a flag is shown to its end on its page of %i pixels, its description when pointed at',
  async (width, height) => {
    const page = await openPage(`/projects/arabic/features/${FLAG}`, width, height)
    const title = page.getByRole('heading', { level: 1, name: FLAG })
    await title.waitFor()
    expect(await title.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true)
    await takePicture(page, `long-name-${width}`)
    const description = page.locator('p').filter({ hasText: /^It is long\. It is long\./ })
    await description.hover()
    await expect.poll(() => description.getAttribute('title')).toMatch(/^(It is long\. ?){90}$/)
    await page.context().close()
  },
)

it('a name from right to left begins in sight, and no head of a column is seen around the button of the table', async () => {
  const page = await openPage('/features', 1280, 800)
  const link = page.getByRole('link', { name: ARABIC }).first()
  await link.waitFor()
  await takePicture(page, 'long-names-in-a-list')
  const isInSight = await link.evaluate((one) => {
    const range = document.createRange()
    range.setStart(one.firstChild ?? one, 0)
    range.setEnd(one.firstChild ?? one, 3)
    const [begins, cell] = [range.getBoundingClientRect(), one.closest('td')?.getBoundingClientRect()]
    return cell !== undefined && begins.left >= cell.left && begins.right <= cell.right
  })
  expect(isInSight).toBe(true)
  await page.goto(page.url().replace('/features', '/projects/arabic'))
  await page.getByRole('link', { name: FLAG }).waitFor()
  const around = await page.getByRole('button', { name: /^Table options of / }).evaluate((button) => {
    const { left, right, top, bottom } = button.getBoundingClientRect()
    const middle = (top + bottom) / 2
    return [left - 2, right + 2, right + 6].map(
      (x) => document.elementFromPoint(x, middle)?.closest('th') ?? null,
    )
  })
  expect(around).toEqual([null, null, null])
  await takePicture(page, 'many-environments')
  await page.context().close()
})
