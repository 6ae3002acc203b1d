import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { app, dialog, session } from 'electron'
import wasmFile from 'sql.js/dist/sql-wasm.wasm?asset'

import { readConfig } from './bootstrap/config.ts'
import { SHARED_OPTIONS } from './bootstrap/shared-options.ts'
import type { Backend, BackendOptions } from './bootstrap/backend.ts'
import { createBackend } from './bootstrap/create-backend.ts'
import { PortInUse } from './bootstrap/listen.ts'
import { askForRecovery } from './desktop/ask-for-recovery.ts'
import { askForPort } from './desktop/ask-for-port.ts'
import { Desktop } from './desktop/desktop.ts'
import { DesktopSettings } from './desktop/desktop-settings.ts'
import { serveIpc } from './desktop/ipc-server.ts'
import { osProtection } from './desktop/os-protection.ts'
import { warnOfOldElectron } from './desktop/old-electron.ts'
import { isPermitted, oursOf } from './desktop/permissions.ts'
import { registerRendererScheme, RENDERER_ORIGIN, serveRenderer } from './desktop/renderer-protocol.ts'
import { createLogger } from './kernel/logger.ts'
import { UnusableDatabase } from './bootstrap/recovery.ts'

const rendererDir = path.join(import.meta.dirname, '../renderer')
const preload = path.join(import.meta.dirname, '../preload/index.cjs')
// only an unpackaged app reads the address of the dev server from the environment
const devUrl = app.isPackaged ? undefined : process.env['ELECTRON_RENDERER_URL']
const isOurs = oursOf([RENDERER_ORIGIN, devUrl])

// must run before 'ready', so before the first await of this module
registerRendererScheme()
// the sandbox setting would undo --no-sandbox, which root (a container, CI) needs
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()

function readFlags() {
  const { values } = parseArgs({
    args: process.argv.slice(1),
    strict: false, // Electron's and Chromium's own switches are among them
    options: SHARED_OPTIONS,
  })
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
  const { listen } = values
  return {
    port: text(values.port),
    contract: text(values.contract),
    strict: text(values.strict),
    plan: text(values.plan),
    listen: Array.isArray(listen) ? listen.map(String) : undefined,
    dataDir: text(values['data-dir']),
    databaseUrl: text(values['database-url']),
    logLevel: text(values['log-level']),
    settings: text(values.settings),
  }
}

/** Opens the data; a damaged or missing database is asked about. Undefined: the user would rather quit. */
async function createOrAsk(options: BackendOptions): Promise<Backend | undefined> {
  try {
    return await createBackend(options)
  } catch (error) {
    if (!(error instanceof UnusableDatabase)) throw error
    const recovery = await askForRecovery(error)
    return recovery === undefined ? undefined : createOrAsk({ ...options, recovery })
  }
}

/** Begins to listen; a taken port is offered the next free one. False: the user would rather quit. */
async function listenOrAsk(backend: Backend): Promise<boolean> {
  try {
    await backend.listen()
    return true
  } catch (error) {
    if (!(error instanceof PortInUse) || error.nextFree === undefined) throw error
    if (!(await askForPort(error.message, error.nextFree))) return false
    await backend.listen(error.nextFree)
    return true
  }
}

async function start(): Promise<void> {
  const config = readConfig(readFlags(), process.env)
  const logger = createLogger(config.logLevel)
  // keep Chromium's files beside our data; its single-instance lock uses this folder
  app.setPath('userData', path.join(config.dataDir, 'window'))
  if (!app.requestSingleInstanceLock()) return app.quit()

  await app.whenReady()
  session.defaultSession.setPermissionRequestHandler((_contents, permission, decide, { requestingUrl }) =>
    decide(isPermitted(permission, requestingUrl, isOurs)),
  )
  session.defaultSession.setPermissionCheckHandler((_contents, permission, requestingOrigin) =>
    isPermitted(permission, requestingOrigin, isOurs),
  )
  warnOfOldElectron(logger, process.versions.electron)
  const protection = osProtection(logger)
  const backend = await createOrAsk({
    config,
    wasm: await readFile(wasmFile),
    logger,
    rendererDir,
    ...(protection === undefined ? {} : { osProtection: protection }),
  })
  if (!backend) return app.quit()
  const stopIpc = serveIpc({
    router: backend.appRouter,
    createContext: () => backend.windowContext(),
    isTrusted: isOurs,
    logger,
  })
  closeBeforeQuitting(async () => {
    stopIpc()
    await backend.close()
  })
  if (!(await listenOrAsk(backend))) return app.quit()
  logger.info({ url: backend.status().url }, 'listening')

  serveRenderer(rendererDir)
  const pages = devUrl ?? RENDERER_ORIGIN
  const desktop = new Desktop({
    settings: new DesktopSettings(app.getPath('userData'), logger),
    preload,
    url: devUrl ?? `${RENDERER_ORIGIN}/index.html`,
    crashPage: `${pages}/crashed.html`,
    isOurs,
    dataDir: config.dataDir,
    documentation: path.join(app.getAppPath(), 'README.md'),
    signInUrl: (integration) => {
      const { url } = backend.status()
      return url === null ? null : `${url}/auth/${integration}/login?window=${backend.windowSignIn.begin()}`
    },
    signOut: () => backend.windowSignIn.signOut(),
    isSignedIn: () => backend.windowSignIn.userId !== undefined,
    address: () => backend.status().url,
  })
  backend.windowSignIn.onChange(() => desktop.changePerson())
  await desktop.start()
}

/** Nothing acknowledged may be lost, and nothing half done left: the store is closed before the process ends. */
function closeBeforeQuitting(close: () => Promise<void>): void {
  let closed = false
  app.on('will-quit', (event) => {
    if (closed) return
    event.preventDefault()
    void close().finally(() =>
      // in the next turn: Electron ignores the request while it is quitting
      setImmediate(() => {
        closed = true
        app.quit()
      }),
    )
  })
}

start().catch((error: unknown) => {
  dialog.showErrorBox('Halyard cannot start', error instanceof Error ? error.message : String(error))
  app.exit(1)
})
