import { readFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { app, dialog, safeStorage, session, shell } from 'electron'
import wasmFile from 'sql.js/dist/sql-wasm.wasm?asset'

import type { OsProtection } from '#kernel/sealer.ts'
import { LINK_SCHEME } from '#shared/desktop/deep-link.ts'
import { HOME_PROFILE, type ProfileId } from '#shared/desktop/profiles.ts'
import { messageOf } from '#shared/errors/message-of.ts'
import { boundHeap } from './app/bound-heap.ts'
import { askForPort, askForRecovery } from './desktop/ask-at-start.ts'
import { Desktop } from './desktop/desktop.ts'
import { serveIpc } from './desktop/ipc-server.ts'
import { AutostartFile, LoginItem, type LoginStart } from './desktop/login/login-start.ts'
import { warnOfOldElectron } from './desktop/old-electron.ts'
import { createOriginCheck, isPermitted } from './desktop/permissions.ts'
import {
  originOf,
  profileOfUrl,
  registerRendererScheme,
  RENDERER_ORIGIN,
  serveRenderer,
} from './desktop/renderer-protocol.ts'
import { createLogger, type Logger } from './kernel/logger.ts'
import { Outbound } from './kernel/outbound.ts'
import type { ProfileConnection } from './profiles/connection.ts'
import type { Copies } from './profiles/copy/copies.ts'
import { profileSealer, ProfileStore } from './profiles/profile-store.ts'
import { Profiles } from './profiles/profiles.ts'
import { type Config, outboundVariables, readConfig } from './settings/config.ts'
import { type Flags, flagsOf, settingOptions } from './settings/flags.ts'
import { openNetwork } from './settings/open-network.ts'

const rendererDir = path.join(import.meta.dirname, '../renderer')
const codeScanFile = path.join(import.meta.dirname, 'code-scan.js')
const preload = path.join(import.meta.dirname, '../preload/index.cjs')
// only an unpackaged app reads the address of the dev server from the environment
const devUrl = app.isPackaged ? undefined : process.env['ELECTRON_RENDERER_URL']
const isHome = createOriginCheck([RENDERER_ORIGIN, devUrl])
const profileOf = (url: string) => (isHome(url) ? HOME_PROFILE : profileOfUrl(url))
const isOurs = (url: string) => profileOf(url) !== undefined
const pagesOf = (id: ProfileId) => (id === HOME_PROFILE ? (devUrl ?? RENDERER_ORIGIN) : originOf(id))

// must run before 'ready', so before the first await of this module
registerRendererScheme()
// the sandbox setting would undo --no-sandbox, which root (a container, CI) needs
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()

function readFlags(): Flags {
  const { values } = parseArgs({
    args: process.argv.slice(1),
    strict: false, // Electron's and Chromium's own switches are among them
    options: settingOptions(true),
  })
  return flagsOf(values)
}

/** Asks the system, and its proxy script if there is one. */
const systemProxies = (url: string): Promise<string> => session.defaultSession.resolveProxy(url)

/** Finds how this system opens the app at login, with the present data folder. */
function loginStartOf(dataDir: string): LoginStart {
  // an app that is run from its source is an argument of Electron
  const args = [...(app.isPackaged ? [] : [app.getAppPath()]), `--data-dir=${dataDir}`]
  if (process.platform !== 'linux') return new LoginItem(app, args)
  const folder = process.env['XDG_CONFIG_HOME'] ?? path.join(os.homedir(), '.config')
  // an AppImage runs from a folder that is gone afterwards
  return new AutostartFile(folder, [process.env['APPIMAGE'] ?? process.execPath, ...args])
}

/**
 * Encryption by the system's keychain, once the app is ready. Undefined where there is none, as on a Linux without a
 * secret service, where Chromium would use a password that everybody knows: a key file serves there.
 */
function osProtection(logger: Logger): OsProtection | undefined {
  const isPlain = process.platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text'
  if (isPlain || !safeStorage.isEncryptionAvailable()) {
    logger.info({}, 'no keychain: stored secrets are encrypted with a key file in the data folder')
    return undefined
  }
  return {
    protect: (text) => safeStorage.encryptString(text),
    unprotect: (bytes) => safeStorage.decryptString(bytes),
  }
}

/** The service, and what answers the windows: most of the code. The first window does not wait for it (ADR 96). */
async function loadService() {
  const [{ openLocally }, { Copies }, { responderFor }] = await Promise.all([
    import('./profiles/open-locally.ts'),
    import('./profiles/copy/copies.ts'),
    import('./profiles/profiles-router.ts'),
  ])
  return { openLocally, Copies, responderFor }
}

/** The person would rather not open the app's own service. */
class NotOpened extends Error {}

async function start(): Promise<void> {
  const config = readConfig(readFlags(), process.env)
  const logger = createLogger(config.logLevel)
  // keep Chromium's files beside our data; its single-instance lock uses this folder
  app.setPath('userData', path.join(config.dataDir, 'window'))
  if (!app.requestSingleInstanceLock()) {
    process.stdout.write('Halyard is open already; its window comes to the front.\n')
    return app.quit()
  }
  // an app that is run from its source has no place of its own that the system could start
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME)

  await app.whenReady()
  session.defaultSession.setPermissionRequestHandler((_contents, permission, decide, { requestingUrl }) =>
    decide(isPermitted(permission, requestingUrl, isOurs)),
  )
  session.defaultSession.setPermissionCheckHandler((_contents, permission, requestingOrigin) =>
    isPermitted(permission, requestingOrigin, isOurs),
  )
  // Chromium would fetch a dictionary from its maker, whatever the windows say
  session.defaultSession.setSpellCheckerLanguages([])
  warnOfOldElectron(logger, process.versions.electron)
  const protection = osProtection(logger)
  const opening = {
    logger,
    rendererDir,
    codeScanFile,
    // the person at the window may read it anyway
    usualCodeRoots: [app.getPath('home')],
    systemProxies,
    ...(protection === undefined ? {} : { osProtection: protection }),
  }
  let begin: () => void = () => undefined
  const service = new Promise<void>((resolve) => (begin = resolve)).then(loadService)
  async function open(own: Config): Promise<ProfileConnection | undefined> {
    const [{ openLocally }, wasm] = await Promise.all([service, readFile(wasmFile)])
    const questions = { recovery: askForRecovery, port: askForPort }
    return openLocally({ ...opening, wasm, config: own }, questions)
  }
  async function openHome(): Promise<ProfileConnection> {
    const connection = await open(config)
    if (!connection) throw new NotOpened()
    boundHeap()
    logger.info({ url: connection.url }, 'listening')
    return connection
  }

  const folder = app.getPath('userData')
  const { dataDir, port } = config
  const network = openNetwork(config, {
    env: process.env,
    systemProxies,
    warn: (problem) => logger.warn({ problem }, 'certificates are left out'),
  })
  // the person entered the address of each remote instance, and of the version file
  const outbound = new Outbound({ allowPrivate: true, allowList: [] }, {}, network)
  const home = openHome()
  const profiles = new Profiles({
    store: new ProfileStore(folder, profileSealer(folder, protection), {
      name: 'Halyard',
      colour: 'blue',
      icon: 'flag',
      folder: dataDir,
      port: port === 0 ? 'auto' : port,
    }),
    folder: path.join(dataDir, 'profiles'),
    home,
    openLocal: async (profile, { databaseUrl, mirror }) => {
      const flags = {
        dataDir: profile.folder,
        port: String(profile.port),
        databaseUrl,
        ...(mirror ? { upstreamUrl: mirror.url, upstreamTokens: mirror.tokens } : {}),
        logLevel: config.logLevel,
      }
      // other variables of the environment are meant for the instance that the app was started for
      const own = readConfig(flags, outboundVariables(process.env))
      const connection = await open(own)
      if (!connection) throw new Error('It was not opened.')
      return connection
    },
    outbound,
    discardFolder: (discarded) => shell.trashItem(discarded),
  })
  let copies: Copies | undefined
  const answering = service.then(({ Copies, responderFor }) => {
    const made = (copies = new Copies(profiles))
    return (id: ProfileId) =>
      responderFor(id, { profiles, copies: made, windows: desktop, app: desktop.acts })
  })
  const desktop = new Desktop({
    profiles,
    work: () => [...profiles.work(), ...(copies?.work() ?? [])],
    folder,
    logger,
    preload,
    urlOf: (id) => `${pagesOf(id)}/index.html`,
    crashPageOf: (id) => `${pagesOf(id)}/crashed.html`,
    profileOf,
    guide: path.join(rendererDir, 'help/index.html'),
    login: loginStartOf(dataDir),
    outbound,
  })
  const stopIpc = serveIpc({
    profileOf: (url) => {
      const id = profileOf(url)
      return id !== undefined && profiles.has(id) ? id : undefined
    },
    // what the first window asks for waits until its service is open
    responderFor: (id) => {
      const responder = answering.then((respondFor) => respondFor(id))
      return { answer: async (call) => (await home, (await responder).answer(call)) }
    },
    logger,
  })
  closeBeforeQuitting(async () => {
    stopIpc()
    await copies?.close()
    await profiles.closeAll()
  })
  profiles.onOpened((id, { person }) => person?.onChange(() => desktop.changePerson(id)))
  serveRenderer(rendererDir)
  // the page of the first window has the processor first, and what it asks for waits (ADR 96)
  await desktop.start(begin)
  const { url } = await home
  process.stdout.write(`Halyard is open; it serves ${url}\n`)
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
  if (error instanceof NotOpened) return app.quit()
  dialog.showErrorBox('Halyard cannot start', messageOf(error))
  app.exit(1)
})
