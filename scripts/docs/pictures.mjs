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
  mirror: { at: '/mirror', act: (page) => page.getByRole('table').getByRole('row').nth(1).waitFor() },
}

/** Takes the pictures of the guide from an instance with the demo: each in both themes, as WebP. */
export async function takePictures(root) {
  const temp = makeTempFolder()
  const service = await startService({
    dataDir: temp.folder,
    env: { SIGNAL_ENDPOINT_RATE_LIMIT_PER_SECOND: '100' },
  })
  const browser = await launchBrowser()
  const target = path.join(root, 'docs/pictures')
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target)
  try {
    const demo = readFileSync(path.join(root, 'resources/demo.yaml'), 'utf8')
    const { mirrored } = await fillForPictures(service, demo)
    const context = await signIn(browser, service)
    let bytes = 0
    const save = (name, picture) => {
      writeFileSync(path.join(target, name), picture)
      bytes += picture.length
    }
    const takeAll = async (of, { context, url }) => {
      for (const [name, { at, act }] of Object.entries(of)) {
        // a page of its own: an editor that is left open would ask
        const page = await context.newPage()
        page.setDefaultTimeout(PATIENCE_MS)
        await page.goto(`${url}/#${at}`)
        await act(page, root)
        await page.waitForLoadState('networkidle')
        const pictures = await inBothThemes(context, page)
        for (const [suffix, picture] of Object.entries(pictures)) save(`${name}${suffix}.webp`, picture)
        await page.close()
      }
    }
    await takeAll(PICTURES, { context, url: service.url })
    const mirror = await startService({
      dataDir: path.join(temp.folder, 'mirror'),
      env: { HALYARD_UPSTREAM: service.url, HALYARD_UPSTREAM_TOKENS: mirrored },
    })
    try {
      await takeAll(OF_A_MIRROR, { context: await signIn(browser, mirror), url: mirror.url })
    } finally {
      await mirror.stop()
    }
    const page = await context.newPage()
    const folder = path.join(temp.folder, 'program')
    mkdirSync(folder)
    const shoot = () => inBothThemes(context, page)
    const frames = await takeMovingPicture({ service, page, folder, root, shoot })
    for (const suffix of Object.values(THEMES)) {
      const ofTheme = frames.map(({ durationMs, pictures }) => ({ durationMs, picture: pictures[suffix] }))
      save(`turned-on${suffix}.webp`, movingWebp(ofTheme, SIZE))
    }
    await setOverrides(service.call)
    await takeAll(OVERRIDDEN, { context, url: service.url })
    const count = [PICTURES, OF_A_MIRROR, OVERRIDDEN].flatMap(Object.keys).length + 1
    console.log(`${count} pictures in both themes, ${Math.round(bytes / 1024)} KB`)
  } finally {
    await browser.close()
    await service.stop()
    temp.remove()
  }
}

async function signIn(browser, { signInLink }) {
  const context = await browser.newContext({ viewport: SIZE, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(signInLink)
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
  await page.close()
  return context
}

/** Shoots a page in both themes, by the ends of their names. */
async function inBothThemes(context, page) {
  const pictures = {}
  for (const [colorScheme, suffix] of Object.entries(THEMES)) {
    await page.emulateMedia({ colorScheme })
    pictures[suffix] = await shoot(context, page)
  }
  return pictures
}

/** Shoots a page as WebP, half as large as PNG: Playwright itself has no WebP. */
async function shoot(context, page) {
  const screen = await context.newCDPSession(page)
  const { data } = await screen.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY })
  await screen.detach()
  return Buffer.from(data, 'base64')
}
