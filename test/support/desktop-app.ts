import { _electron, type ElectronApplication, type Page } from 'playwright-core'

import { watchPage } from './page.ts'
import { root } from './root.ts'

export interface DesktopApp {
  app: ElectronApplication
  page: Page
  /** Where it serves. */
  url: string
  /** What the page complained of: errors, warnings, violations of its policy. */
  complaints: string[]
  close(): Promise<void>
}

/** Starts the built app with a window, on a free port. */
export async function startDesktopApp(
  dataDir: string,
  env: Record<string, string> = {},
): Promise<DesktopApp> {
  const app = await _electron.launch({
    args: [
      root,
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      `--data-dir=${dataDir}`,
      '--port=0',
      '--log-level=warn',
    ],
    env: { ...(process.env as Record<string, string>), ...env },
  })
  const page = await app.firstWindow()
  const complaints = watchPage(page)
  const url = await page.getByRole('contentinfo').locator('code').textContent()
  if (!url) throw new Error('the status bar names no address')
  return { app, page, url, complaints, close: () => app.close() }
}
