import path from 'node:path'

import { afterEach, beforeEach } from 'vitest'
import { _electron, type ElectronApplication, type Page } from 'playwright-core'

import { makeTempFolder } from '../runner/temp-folder.ts'
import { watchPage } from './page.ts'
import { PATIENCE_MS } from '../runner/patience.ts'
import { root } from '../runner/root.ts'
import { userEnvironment } from '../runner/user-environment.ts'

export interface DesktopApp {
  app: ElectronApplication
  page: Page
  /** Address of its server. */
  url: string
  /** Complaints of the page: errors, warnings, violations of its policy. */
  complaints: string[]
  close(): Promise<void>
}

interface Options {
  env?: Record<string, string>
  port?: number
  /** Further options of the command line. */
  args?: readonly string[]
  /** Label of the button that answers message boxes, and the file that records their text. */
  answer?: { button: string; log: string }
}

/** Starts the built app; it may end without having opened a window. */
export async function launchDesktopApp(
  dataDir: string,
  { env = {}, port = 0, args = [], answer }: Options = {},
): Promise<ElectronApplication> {
  const app = await _electron.launch({
    args: [
      ...(answer ? ['-r', path.join(root, 'test/support/window/answer-dialogs.cjs')] : []),
      root,
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      `--data-dir=${dataDir}`,
      `--port=${port}`,
      '--log-level=warn',
      ...args,
    ],
    env: userEnvironment({
      ...(answer ? { HALYARD_TEST_ANSWER: answer.button, HALYARD_TEST_DIALOGS: answer.log } : {}),
      ...env,
    }),
    timeout: PATIENCE_MS,
  })
  app.context().setDefaultTimeout(PATIENCE_MS)
  return app
}

/**
 * Tells a running app of a second start. The inspector can lose the answer of an evaluation in which windows are opened, as
 * garbage: what was evaluated has run then, and there is nothing to be read.
 */
export const announceSecondStart = (app: ElectronApplication, args: readonly string[] = []): Promise<void> =>
  app
    .evaluate((electron, all) => void electron.app.emit('second-instance', {}, all), args)
    .catch((error: unknown) => {
      if (!String(error).includes('promise was garbage collected')) throw error
    })

/** Starts the built app with a window, on a free port unless said otherwise. */
export async function startDesktopApp(dataDir: string, options: Options = {}): Promise<DesktopApp> {
  const app = await launchDesktopApp(dataDir, options)
  const running = app.process()
  const page = await app.firstWindow({ timeout: PATIENCE_MS })
  const complaints = watchPage(page)
  const url = await page.getByRole('contentinfo').locator('code').textContent()
  if (!url) throw new Error('the status bar names no address')
  return { app, page, url, complaints, close: () => closeApp(app, running) }
}

/** Closes the app. One that asks first, as where a test has left a text unsaved, is killed, so that it doesn't hold up the others. */
async function closeApp(
  app: ElectronApplication,
  running: ReturnType<ElectronApplication['process']>,
): Promise<void> {
  let isKilled = false
  const kill = () => (isKilled = running.kill('SIGKILL'))
  const timer = setTimeout(kill, PATIENCE_MS)
  await app.close().finally(() => clearTimeout(timer))
  if (isKilled) throw new Error('The app did not close, and was killed')
}

/** The running app and its data folder; they are new for each test. */
export interface DesktopStage {
  desktop: DesktopApp
  folder: string
  /** Starts the app again, on the same data. */
  start(): Promise<DesktopApp>
}

/** Starts the app before each test of a file. */
export function useDesktopApp(options: Options = {}): DesktopStage {
  let temp: ReturnType<typeof makeTempFolder>
  const stage = {
    start: async () => (stage.desktop = await startDesktopApp(stage.folder, options)),
  } as DesktopStage
  beforeEach(async () => {
    temp = makeTempFolder()
    stage.folder = temp.folder
    await stage.start()
  })
  afterEach(async () => {
    await stage.desktop.close().catch(() => undefined)
    temp.remove()
  })
  return stage
}
