import { readdirSync } from 'node:fs'
import path from 'node:path'

import type { Browser } from 'playwright-core'
import { build, preview, type PreviewServer } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { expectAccessible, launchBrowser, runAxe } from '#support/window/browser.ts'
import { documentOverflow, watchPage } from '#support/window/page.ts'
import { root } from '#support/runner/root.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'

const temp = makeTempFolder('halyard-gallery-')
let server: PreviewServer
let browser: Browser
beforeAll(async () => {
  // built, as a server of sources loads pages anew when it meets a library for the first time
  const options = {
    configFile: path.join(root, 'src-renderer/gallery/vite.config.ts'),
    logLevel: 'error',
    build: { outDir: temp.folder, emptyOutDir: true },
  } as const
  await build(options)
  server = await preview({ ...options, preview: { port: 0 } })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
  temp.remove()
})

const COMPONENTS = readdirSync(path.join(root, 'src-renderer/ui'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.svelte'))
  .map((file) => path.basename(file, '.svelte'))

it.each(['light', 'dark'] as const)(
  'every component, and every layer, is accessible in the %s theme',
  async (colorScheme) => {
    const page = await browser.newPage({
      viewport: { width: 1280, height: 800 },
      colorScheme,
      reducedMotion: 'reduce',
    })
    const complaints = watchPage(page)
    await page.goto(server.resolvedUrls?.local[0] ?? '')
    await page.getByRole('heading', { name: 'Components' }).waitFor()
    const shown = await page
      .locator('[data-components]')
      .evaluateAll((all) => all.flatMap((one) => one.dataset['components']?.split(' ') ?? []))
    expect(COMPONENTS.filter((name) => !shown.includes(name))).toEqual([])
    expect(await documentOverflow(page)).toEqual({ x: 0, y: 0 })
    await expectAccessible(page, `gallery, ${colorScheme}`)
    for (const opener of await page.getByRole('button', { name: /^Open an? / }).all()) {
      await opener.click()
      await page.locator('[role="dialog"], [role="alertdialog"]').waitFor()
      await expectAccessible(page, `${await opener.textContent()}, ${colorScheme}`)
      await page.keyboard.press('Escape')
      await page.locator('[role="dialog"], [role="alertdialog"]').waitFor({ state: 'detached' })
    }
    // the content of Guarded, which breaks to be seen
    expect(complaints).toEqual(['Error: The gallery shows how a broken part looks.'])
    await page.close()
  },
)

/** Colours of texts on white: all but the last are too faint. */
const COLOURS = ['#999', 'rgb(0 0 0 / 40%)', 'oklch(0.7 0.1 200)', 'hsl(0.5turn 50% 60%)', 'black']
const TEXTS = COLOURS.map((colour) => `<p style="color: ${colour}">In ${colour}</p>`)
/** The same texts on three grounds: plain, of layers seen through, and one that axe cannot judge. */
const GROUNDS = [
  'white',
  'rgb(255 255 0 / 50%); opacity: 0.9; color: color(display-p3 0.2 0.2 0.2)',
  'linear-gradient(red, blue)',
].map((ground) => `<section style="background: ${ground}">${TEXTS.join('')}</section>`)

it('axe finds the same whether it keeps colours or parses each anew', async () => {
  const findings = async (keepsColours: boolean) => {
    const page = await browser.newPage()
    await page.setContent(`<html lang="en"><body>${GROUNDS.join('')}</body></html>`)
    const { violations } = await runAxe(page, { checked: 'colours', keepsColours })
    await page.close()
    return violations
  }
  const kept = await findings(true)
  // with the colours and the ratio that it has computed for each
  expect(kept).toEqual(await findings(false))
  const faint = kept.flatMap(({ nodes }) => nodes.map(({ html }) => html))
  expect(new Set(faint)).toEqual(new Set(TEXTS.slice(0, -1)))
})

it('axe looks at the dialog that covers a page, and at the page without one', async () => {
  const page = await browser.newPage()
  await page.goto(server.resolvedUrls?.local[0] ?? '')
  const plant = (within: string) =>
    page
      .locator(within)
      .first()
      .evaluate((place) =>
        place.insertAdjacentHTML('beforeend', `<button class="planted ${place.id}"></button>`),
      )
  const findings = async () => {
    const { violations } = await runAxe(page, { checked: 'all but colours', within: 'page' })
    return violations
      .flatMap(({ nodes }) => nodes.map(({ html }) => html))
      .filter((html) => html.includes('planted'))
  }
  await plant('#app')
  expect(await findings()).toEqual([expect.stringContaining('planted app')])
  await page
    .getByRole('button', { name: /^Open an? / })
    .first()
    .click()
  await page.getByRole('dialog').waitFor()
  expect(await findings()).toEqual([])
  await plant('[role="dialog"]')
  expect(await findings()).toEqual([expect.not.stringContaining('planted app')])
  await page.close()
})
