import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { launchBrowser } from '../../test/support/window/launch-browser.ts'
import { startService } from '../../test/support/service/service.ts'
import { makeTempFolder } from '../../test/support/runner/temp-folder.ts'
import { movingWebp, takeMovingPicture } from './moving-picture.mjs'
import { fillForPictures, setOverrides } from './picture-data.mjs'

const SIZE = { width: 1100, height: 700 }
const QUALITY = 80
const PATIENCE_MS = 120_000
const THEMES = { light: '', dark: '-dark' }

const FLAG = '/projects/demo-shop/features/demo-new-checkout'

/** Pages of the guide's pictures; `act` opens more of a page and waits until it is there. */
const PICTURES = {
  flags: { at: '/features', act: (page) => page.getByRole('link', { name: 'demo-dark-mode' }).waitFor() },
  flag: {
    at: FLAG,
    act: async (page) => {
      await page.getByText('A quarter of the Nordic customers').waitFor()
      await page.getByLabel('Context', { exact: true }).fill('userId=7 country=NO')
      await page.getByRole('button', { name: 'Explain' }).click()
      const reason = page.getByRole('region', { name: 'Why?' })
      await reason.getByText('position').first().waitFor()
      await reason.scrollIntoViewIfNeeded()
    },
  },
  strategy: {
    at: FLAG,
    act: async (page) => {
      await page.getByRole('button', { name: 'Edit strategy 1' }).last().click()
      await page.getByText('Simulate the rollout').click()
      await page.getByLabel('Users to try', { exact: true }).fill('ada, grace, linus, margaret,')
      const result = page.getByRole('region', { name: 'Simulated rollout' })
      await result.getByRole('row').nth(3).waitFor()
      await result.scrollIntoViewIfNeeded()
    },
  },
  playground: {
    at: '/playground',
    act: async (page) => {
      await page.getByRole('button', { name: 'Evaluate' }).click()
      await page.getByText('demo-dark-mode').first().waitFor()
    },
  },
  palette: {
    at: '/',
    act: async (page) => {
      await page.getByRole('heading', { name: 'Home' }).waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Search and run commands' }).fill('check')
      await page
        .getByRole('option', { name: /demo-new-checkout/ })
        .first()
        .waitFor()
    },
  },
  simulator: {
    at: '/admin/access/simulator',
    act: async (page) => {
      await page.getByRole('button', { name: 'Check', exact: true }).click()
      await page.getByRole('table', { name: 'Users who can do this' }).waitFor()
    },
  },
  signals: {
    at: '/signals',
    act: async (page) => {
      await page.getByRole('link', { name: 'demo-alerts' }).first().click()
      await page.getByRole('row').nth(3).waitFor()
    },
  },
  scenario: {
    at: '/admin/instance/scenario',
    act: async (page, root) => {
      const file = path.join(root, 'resources/demo.yaml')
      const changed = readFileSync(file, 'utf8').replace('rollout: 25', 'rollout: 60')
      await page
        .getByLabel('File', { exact: true })
        .setInputFiles({ name: 'flags.yaml', mimeType: 'text/yaml', buffer: Buffer.from(changed) })
      await page.getByRole('table', { name: 'Changes by kind' }).waitFor()
    },
  },
  policies: { at: '/policies', act: (page) => page.getByText('Begin with a quarter').waitFor() },
  versions: {
    at: '/versions/planner',
    act: (page) => page.getByRole('main').getByRole('heading').first().waitFor(),
  },
  agents: { at: '/agents', act: (page) => page.getByText('List projects').waitFor() },
}

/** Likewise, of an instance with overrides. */
const OVERRIDDEN = {
  overrides: {
    at: '/overrides',
    act: (page) => page.getByRole('table').getByRole('row').nth(2).waitFor(),
  },
}

/** Likewise, of a mirror in front of that instance. */
const OF_A_MIRROR = {
  mirror: {
    at: '/mirror',
    act: async (page) => {
      await page.getByRole('table').getByRole('row').nth(2).waitFor()
      await page.getByText('The upstream was read for').nth(1).waitFor()
    },
  },
}

/** Takes the pictures of the guide: each in both themes, as WebP. Records the words on their pages, by which a test finds old ones. */
export async function takePictures(root) {
  const target = path.join(root, 'docs/pictures')
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target)
  let [count, bytes] = [0, 0]
  const save = (name, suffix, picture) => {
    writeFileSync(path.join(target, `${name}${suffix}.webp`), picture)
    count += suffix === '' ? 1 : 0
    bytes += picture.length
  }
  const words = {}
  await visitPages(root, async (name, page) => {
    words[name] = await wordsOf(page)
    for (const [suffix, picture] of Object.entries(await inBothThemes(page))) save(name, suffix, picture)
  })
  for (const [suffix, picture] of Object.entries(await movingPictures(root)))
    save('turned-on', suffix, picture)
  writeFileSync(path.join(root, WORDS), `${JSON.stringify(words, null, 2)}\n`)
  console.log(`${count} pictures in both themes, ${Math.round(bytes / 1024)} KB`)
}

/** File with the words on the pages when their pictures were taken. */
export const WORDS = 'scripts/docs/picture-words.json'

/** Visits the pages of all pictures, of an instance with the demo. */
export const visitPages = (root, visit) =>
  withInstance(async ({ service, browser, folder }) => {
    const demo = readFileSync(path.join(root, 'resources/demo.yaml'), 'utf8')
    const { mirrored } = await fillForPictures(service, demo)
    const context = await signIn(browser, service)
    const visitAll = async (pages, { context, url }) => {
      for (const [name, { at, act }] of Object.entries(pages)) {
        // a page of its own: an editor that is left open would ask
        const page = await context.newPage()
        page.setDefaultTimeout(PATIENCE_MS)
        await page.goto(`${url}/#${at}`)
        await act(page, root)
        await page.waitForLoadState('networkidle')
        await visit(name, page)
        await page.close()
      }
    }
    await visitAll(PICTURES, { context, url: service.url })
    const mirror = await startService({
      dataDir: path.join(folder, 'mirror'),
      env: { HALYARD_UPSTREAM: service.url, HALYARD_UPSTREAM_TOKENS: mirrored },
    })
    try {
      await visitAll(OF_A_MIRROR, { context: await signIn(browser, mirror), url: mirror.url })
    } finally {
      await mirror.stop()
    }
    await setOverrides(service.call)
    await visitAll(OVERRIDDEN, { context, url: service.url })
  })

/** Takes the picture that moves, by the ends of the names of its themes. */
const movingPictures = (root) =>
  withInstance(async ({ service, browser, folder }) => {
    const context = await signIn(browser, service)
    const page = await context.newPage()
    const program = path.join(folder, 'program')
    mkdirSync(program)
    const shoot = () => inBothThemes(page)
    const frames = await takeMovingPicture({ service, page, folder: program, root, shoot })
    return Object.fromEntries(
      Object.values(THEMES).map((suffix) => {
        const ofTheme = frames.map(({ durationMs, pictures }) => ({ durationMs, picture: pictures[suffix] }))
        return [suffix, movingWebp(ofTheme, SIZE)]
      }),
    )
  })

/** Runs with an instance of its own and a browser. */
async function withInstance(work) {
  const { folder, remove } = makeTempFolder()
  const service = await startService({
    dataDir: path.join(folder, 'data'),
    env: { SIGNAL_ENDPOINT_RATE_LIMIT_PER_SECOND: '100' },
  })
  const browser = await launchBrowser()
  try {
    return await work({ service, browser, folder })
  } finally {
    await browser.close()
    await service.stop()
    remove()
  }
}

/** Reads the words of a page that its data does not change: titles, labels, buttons and heads of tables. */
export const wordsOf = (page) =>
  page
    .locator('nav a, main :is(h1, h2, h3, th, label, legend, dt, button, [role="tab"], [role="switch"])')
    .evaluateAll((all) => {
      const words = all.map((one) => (one.getAttribute('aria-label') ?? one.textContent).trim())
      return [...new Set(words.map((text) => text.replaceAll(/\s+/g, ' ')))].filter(
        (text) => text !== '' && !/\d/.test(text),
      )
    })

async function signIn(browser, { signInLink }) {
  const context = await browser.newContext({ viewport: SIZE, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(signInLink)
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
  await page.close()
  return context
}

/** Shoots a page in both themes, by the ends of their names. */
async function inBothThemes(page) {
  const pictures = {}
  for (const [colorScheme, suffix] of Object.entries(THEMES)) {
    await page.emulateMedia({ colorScheme })
    pictures[suffix] = await shoot(page)
  }
  return pictures
}

/** Shoots a page as WebP, half as large as PNG: Playwright itself has no WebP. */
async function shoot(page) {
  const screen = await page.context().newCDPSession(page)
  const { data } = await screen.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY })
  await screen.detach()
  return Buffer.from(data, 'base64')
}
