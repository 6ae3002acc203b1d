import { existsSync } from 'node:fs'
import path from 'node:path'

import { app, nativeTheme, shell, type WebContents } from 'electron'

import { findDeepLink, readDeepLink, type DeepLink } from '#shared/desktop/deep-link.ts'
import type { PageMessage } from '#shared/desktop/desktop-messages.ts'
import { HOME_PROFILE, type ProfileId } from '#shared/desktop/profiles.ts'
import type { ProfileWindows } from '../profiles/procedures.ts'
import { addContextMenu, setAppMenu } from './menus.ts'
import { CrashRecovery } from './crash-recovery.ts'
import { listenToPages, sendToPage } from './desktop-channel.ts'
import { DesktopActs } from './desktop-acts.ts'
import type { DesktopOptions, OpenWindow } from './desktop-options.ts'
import { DesktopSettings } from './desktop-settings.ts'
import { BACKGROUND } from './login/login-start.ts'
import { NoticeWatch, type Watched } from './notices/notice-watch.ts'
import { showNotice } from './notices/show-notice.ts'
import { markWindow } from './profile-mark.ts'
import { OpenedFiles } from './opened-file.ts'
import { Outside } from './outside.ts'
import { askToWait } from './quit/ask-to-wait.ts'
import { SafeQuit } from './quit/safe-quit.ts'
import { appVersions, collectSupport } from './collect-support.ts'
import { ServingTray } from './tray.ts'
import { WindowClosing } from './window-closing.ts'
import { openUpdates } from './updates/open-updates.ts'
import type { UpdateCheck } from './updates/update-check.ts'
import { addressOf, openWindow } from './window.ts'

const IS_MAC = process.platform === 'darwin'
const ZOOM_STEP = 0.5

/** The app around the services: its windows, menu and tray, and what happens when a window closes. */
export class Desktop implements ProfileWindows {
  readonly #options: DesktopOptions
  readonly #settings: DesktopSettings
  readonly #settingsOf = new Map<ProfileId, DesktopSettings>()
  readonly #tray = new ServingTray()
  readonly #notices: NoticeWatch
  readonly #quit: SafeQuit
  readonly #files = new OpenedFiles({
    open: () => this.open(),
    send: (file) => {
      const last = this.#windows.at(-1)
      if (last?.isReady) sendToPage(last.window.webContents, { kind: 'file', ...file })
      return last?.isReady === true
    },
  })
  readonly #outside: Outside
  readonly #updates: UpdateCheck
  /** Acts of the app that a page may ask for. */
  readonly acts: DesktopActs
  #windows: readonly OpenWindow[] = []
  #isQuitting = false
  #isServing = false
  #menuHasFolder = true

  constructor(options: DesktopOptions) {
    this.#options = options
    this.#outside = new Outside(options.profiles)
    this.#settings = new DesktopSettings(options.folder, options.logger)
    this.#settingsOf.set(HOME_PROFILE, this.#settings)
    options.profiles.safeMode.onChange(() => this.refresh())
    this.#notices = new NoticeWatch({
      watched: () => this.#watched(),
      isOn: (kind) => this.#settings.values.notices[kind],
      isLookedAt: (id, page) => this.#isLookedAt(id, page),
      show: showNotice,
      openPage: (id, page) => void this.#openPage(id, page),
      logger: options.logger,
    })
    this.#quit = new SafeQuit({
      work: options.work,
      drain: (isDraining) => options.profiles.drain(isDraining),
      ask: askToWait,
      quit: () => app.quit(),
      onStay: () => this.#stay(),
    })
    const open = () => void this.#openPage(HOME_PROFILE, '/settings')
    this.#updates = openUpdates({ ...options, settings: this.#settings, open })
    this.acts = new DesktopActs({
      openLink: (url) => shell.openExternal(url),
      settings: this.#settings,
      login: options.login,
      updates: this.#updates,
      onNotices: () => void this.#notices.look(),
    })
  }

  /**
   * Opens the first window, and later windows on request. The usual one has its page when `begin` is called, which begins to
   * open the service; where a link, another instance or a start in the background decides what is seen, the service comes first.
   * Rejects with what keeps it closed.
   */
  async start(begin: () => void): Promise<void> {
    const { profileOf, profiles } = this.#options
    nativeTheme.themeSource = this.#settings.values.theme
    this.#setMenu()
    listenToPages(
      (url) => profileOf(url) !== undefined,
      (message, page) => this.#receive(message, page),
    )
    app.on('before-quit', (event) => {
      this.#isQuitting = this.#quit.mayQuit()
      if (!this.#isQuitting) event.preventDefault()
    })
    // the second start ends and hands over its arguments; all but a link or a file of ours are ignored
    app.on('second-instance', (_event, args) => {
      if (!this.#files.take(args)) void this.#openLink(findDeepLink(args))
    })
    app.on('open-file', (event, file) => {
      event.preventDefault()
      void this.#files.open(file)
    })
    app.on('open-url', (event, url) => {
      event.preventDefault()
      void this.#openLink(readDeepLink(url))
    })
    app.on('activate', () => void this.open())
    app.on('window-all-closed', () => {
      if (IS_MAC && !this.#isQuitting) return
      if (this.#isServing && !this.#isQuitting) this.#showTray()
      else app.quit()
    })
    const link = findDeepLink(process.argv)
    const isHidden = !link && process.argv.includes(BACKGROUND)
    const isUsual = !link && !isHidden && profiles.last === HOME_PROFILE
    if (isUsual) await this.open(HOME_PROFILE)
    begin()
    await profiles.open(HOME_PROFILE)
    this.refresh()
    // a profile that cannot be opened any more is not to keep the app from starting
    const last = await profiles.open(profiles.last).then(
      () => profiles.last,
      (error: unknown) => {
        this.#options.logger.warn({ err: error }, 'the last instance could not be opened')
        return HOME_PROFILE
      },
    )
    if (isHidden || this.#isServing) this.#showTray()
    else if (!isUsual) await this.#openLink(link, last)
    this.#files.take(process.argv)
    this.#notices.start()
    this.#updates.start()
    app.once('will-quit', () => {
      this.#notices.stop()
      this.#updates.stop()
    })
  }

  /**
   * Shows the page of a link, or the window alone. The page asks about unsaved input before it goes. A link starts
   * no profile: for one that is not open, the list of profiles is shown.
   */
  async #openLink(link: DeepLink | undefined, otherwise?: ProfileId): Promise<void> {
    if (!link) return this.open(otherwise)
    const { profiles } = this.#options
    const isStopped = link.profile !== undefined && profiles.connectionOf(link.profile) === undefined
    const named = isStopped ? undefined : link.profile
    const id = named ?? this.#windows.at(-1)?.profileId ?? otherwise ?? HOME_PROFILE
    const page = isStopped ? '/profiles' : link.page
    await this.#openPage(id, page)
  }

  withWindow(): ReadonlySet<ProfileId> {
    return new Set(this.#windows.map(({ profileId }) => profileId))
  }

  /** Shows the window of a profile, or opens it where there is none; without a profile the window used last. */
  async open(id?: ProfileId): Promise<void> {
    const existing =
      id === undefined ? this.#windows.at(-1) : this.#windows.find((one) => one.profileId === id)
    if (existing) {
      const { window } = existing
      if (window.isMinimized()) window.restore()
      window.show()
      return window.focus()
    }
    await this.#openWindow(id ?? this.#options.profiles.last)
  }

  async show(id: ProfileId, where: 'here' | 'new window', asking: ProfileId): Promise<void> {
    const isOpen = this.#windows.some((one) => one.profileId === id)
    const here = this.#windows.find(({ profileId }) => profileId === asking)
    if (isOpen || where === 'new window' || !here) return this.open(id)
    const { page } = this.#settingsFor(id).values
    // the page may refuse to go while something is unsaved: the person is asked, and stays
    void here.window.loadURL(addressOf(this.#options.urlOf(id), page)).catch(() => undefined)
  }

  closeOf(id: ProfileId): void {
    for (const { window, profileId } of this.#windows) if (profileId === id) window.destroy()
  }

  refresh(): void {
    for (const one of this.#windows) {
      markWindow(one, this.#options.profiles)
      if (one.isReady) sendToPage(one.window.webContents, { kind: 'profiles' })
    }
  }

  /** Halyards to notify of: those that this app serves, and others while they have a window. */
  #watched(): Watched[] {
    const { profiles } = this.#options
    const shown = this.withWindow()
    return profiles.opened.flatMap(({ id, connection }) => {
      const { kind, name } = profiles.find(id)
      if (kind === 'original' || (kind === 'remote' && !shown.has(id))) return []
      return [{ id, responder: connection, ...(profiles.isSingle ? {} : { name }) }]
    })
  }

  #isLookedAt(id: ProfileId, page: string): boolean {
    return this.#windows.some(
      ({ window, profileId }) =>
        profileId === id &&
        window.isFocused() &&
        new URL(window.webContents.getURL()).hash.slice(1).startsWith(page),
    )
  }

  /** Shows a page in the window of a profile; one that is closed opens on it. */
  async #openPage(id: ProfileId, page: string): Promise<void> {
    const existing = this.#windows.find(({ profileId }) => profileId === id)
    if (!existing) this.#settingsFor(id).change({ page })
    await this.open(id)
    if (existing) sendToPage(existing.window.webContents, { kind: 'command', command: `go:${page}` })
  }

  async #openWindow(id: ProfileId): Promise<void> {
    this.#tray.hide()
    this.#isServing = false
    const { preload, urlOf, profileOf, crashPageOf } = this.#options
    let one: OpenWindow | undefined
    const crashes = new CrashRecovery(() => crashPageOf(one?.profileId ?? id))
    const closing: WindowClosing = new WindowClosing({
      settings: this.#settings,
      // macOS keeps apps running without windows
      isSettled: () => this.#isQuitting || IS_MAC,
      hasOthers: () => this.#windows.length > 1,
      onDecided: (choice) => {
        this.#isServing = choice === 'serve'
        if (choice === 'quit') app.quit()
      },
    })
    await openWindow({
      preload,
      url: urlOf(id),
      isOurs: (url) => profileOf(url) !== undefined,
      settings: () => this.#settingsFor(one?.profileId ?? id),
      mayDiscard: () => closing.isDecided,
      onStay: () => this.#quit.stay(),
      onInput: () => this.#options.profiles.safeMode.noteActivity(one?.profileId ?? id),
      onOpened: (window) => {
        one = { window, closing, crashes, profileId: id, title: 'Halyard', isReady: false }
        this.#watch(one)
      },
    })
  }

  #watch(one: OpenWindow): void {
    const { window, closing, crashes } = one
    this.#windows = [...this.#windows, one]
    closing.watch(window)
    crashes.watch(window)
    addContextMenu(window)
    this.#noteLast(one)
    window.on('closed', () => (this.#windows = this.#windows.filter((other) => other !== one)))
    window.on('focus', () => {
      // the window used last is at the end
      this.#windows = [...this.#windows.filter((other) => other !== one), one]
      this.#noteLast(one)
    })
    window.webContents.on('did-navigate', (_event, url) => {
      one.isReady = false
      one.profileId = this.#options.profileOf(url) ?? one.profileId
      this.#noteLast(one)
      markWindow(one, this.#options.profiles)
    })
    window.on('page-title-updated', (event, title) => {
      event.preventDefault()
      one.title = title
      markWindow(one, this.#options.profiles)
    })
    // the buttons of mice and keyboards that go back and forward; the page asks about unsaved input first
    window.on('app-command', (_event, command) => {
      if (command === 'browser-backward') this.#run('back')
      if (command === 'browser-forward') this.#run('forward')
    })
  }

  #noteLast({ profileId }: OpenWindow): void {
    if (this.#menuHasFolder !== this.#outside.hasFolder(this.#lastUsed)) this.#setMenu()
    try {
      this.#options.profiles.noteLast(profileId)
    } catch (error) {
      // a disk that is full is no reason to fail
      this.#options.logger.warn({ err: error }, 'the last instance was not written')
    }
  }

  #settingsFor(id: ProfileId): DesktopSettings {
    const existing = this.#settingsOf.get(id)
    if (existing) return existing
    const { folder, logger } = this.#options
    const settings = new DesktopSettings(path.join(folder, 'profiles', id), logger)
    this.#settingsOf.set(id, settings)
    return settings
  }

  /** Reads the pages of a profile anew, as another person; they ask about unsaved input first. */
  changePerson(id: ProfileId): void {
    this.#notices.forget(id)
    for (const { window, profileId } of this.#windows)
      if (profileId === id) sendToPage(window.webContents, { kind: 'command', command: 'reload' })
  }

  #run(command: string): void {
    void this.open().then(() => {
      const last = this.#windows.at(-1)
      if (last) sendToPage(last.window.webContents, { kind: 'command', command })
    })
  }

  #receive(message: PageMessage, page: WebContents): void {
    const one = this.#windows.find(({ window }) => window.webContents === page)
    if (!one) return
    const connection = this.#options.profiles.connectionOf(one.profileId)
    switch (message.kind) {
      case 'ready':
        sendToPage(page, {
          kind: 'welcome',
          versions: appVersions(),
          isAfterCrash: one.crashes.takeNotice(),
          isSignedIn: connection?.person?.isSignedIn ?? false,
          theme: this.#settings.values.theme,
        })
        one.isReady = true
        return this.#files.deliver()
      case 'theme':
        nativeTheme.themeSource = message.theme
        this.#settings.change({ theme: message.theme })
        return this.#setMenu()
      case 'zoom':
        page.setZoomLevel(
          message.step === 'reset'
            ? 0
            : page.getZoomLevel() + (message.step === 'in' ? ZOOM_STEP : -ZOOM_STEP),
        )
        return this.#settingsFor(one.profileId).change({ zoomLevel: page.getZoomLevel() })
      case 'reload':
        return page.reload()
      case 'sign-in': {
        const url = connection?.person?.signInUrl(message.integration) ?? null
        return url === null ? undefined : void shell.openExternal(url)
      }
      case 'sign-out':
        return connection?.person?.signOut()
      case 'support-bundle':
        return void collectSupport(connection).then((text) =>
          sendToPage(page, { kind: 'support-bundle', text }),
        )
      case 'open-guide':
        return this.#outside.openGuide()
      case 'open-data-folder':
        return this.#outside.openFolder(one.profileId)
      case 'closing':
        return one.closing.receive(message)
    }
  }

  /** Profile of the window used last. */
  get #lastUsed(): ProfileId {
    return this.#windows.at(-1)?.profileId ?? HOME_PROFILE
  }

  #setMenu(): void {
    const { guide } = this.#options
    this.#menuHasFolder = this.#outside.hasFolder(this.#lastUsed)
    setAppMenu({
      run: (command) => this.#run(command),
      ...(this.#menuHasFolder ? { openDataFolder: () => this.#outside.openFolder(this.#lastUsed) } : {}),
      ...(existsSync(guide) ? { openDocumentation: () => this.#outside.openGuide() } : {}),
      theme: this.#settings.values.theme,
    })
  }

  /** The app goes on after all: windows ask again before they close, and without one there is the tray. */
  #stay(): void {
    this.#isQuitting = false
    for (const { closing } of this.#windows) closing.reset()
    if (this.#windows.length === 0) this.#showTray()
  }

  #showTray(): void {
    const address = this.#options.profiles.connectionOf(HOME_PROFILE)?.url ?? null
    this.#tray.show({ open: () => void this.open(), quit: () => app.quit() }, address)
  }
}
