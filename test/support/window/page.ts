import path from 'node:path'

import type { Locator, Page } from 'playwright-core'

import { root } from '../runner/root.ts'

/** Collects what a strict policy or a mistake makes a page say. */
export function watchPage(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    const { url } = message.location()
    // a browser asks by itself for the icon of what is not a page of the window, as /health
    if (['error', 'warning'].includes(message.type()) && !url.endsWith('/favicon.ico'))
      complaints.push(`${message.text()} (${url})`)
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return complaints
}

/** True if HALYARD_PICTURES is set: pictures cost a third of the time. */
export const takesPictures = Boolean(process.env['HALYARD_PICTURES'])

/** Takes a picture for people to look at, into test-results/screens, where they are asked for. */
export async function takePicture(of: Page | Locator, name: string): Promise<void> {
  if (!takesPictures) return
  await of.screenshot({ path: path.join(root, 'test-results', 'screens', `${name}.png`) })
}

/** Pixels by which the document is larger than the window, or has been scrolled away from its start. */
export const documentOverflow = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement
    return {
      x: Math.max(scrollWidth - innerWidth, scrollX),
      y: Math.max(scrollHeight - innerHeight, scrollY),
    }
  })

/** Scrolls everything that scrolls to its end, the document included. */
export const scrollToEnds = (page: Page) =>
  page.evaluate(() => {
    for (const element of [document.documentElement, ...document.querySelectorAll('*')])
      if (element.scrollHeight > element.clientHeight) element.scrollTop = element.scrollHeight
  })

/** Names that the window may say: packages and programs that one installs. */
const PACKAGES =
  /unleash-(client|proxy|proxy-client|edge|go-sdk|server)[\w.-]*|@?unleash\/[\w.-]+|UnleashClient/gi

/**
 * Texts in which the original service's name is left. Code and payloads are shown as they are (`pre`, `code`, trees of JSON), and
 * so is the agent that a program names itself by.
 */
export const foreignWords = (page: Page) =>
  page
    .evaluate(() => {
      const texts: string[] = []
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const around = node.parentElement
        if (around?.closest('pre, code, textarea, script, style, [data-verbatim]')) continue
        if (/unleash/i.test(node.textContent ?? '')) texts.push((node.textContent ?? '').trim())
      }
      return texts
    })
    .then((texts) => texts.filter((text) => /unleash/i.test(text.replaceAll(PACKAGES, ''))))
